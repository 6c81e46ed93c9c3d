import { createClient } from '@shop/contract/http/client'
import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import catalog from '../../catalog/products.json'
import quiz from '../../catalog/quiz.json'
import { ApiProvider } from '../data/api.tsx'
import { StaticRouter } from '../router/router.tsx'
import { quizMatchQuery } from './quiz.queries.ts'
import { findAnswers, type Recommendation, recommend } from './quiz.ts'
import { Match } from './quiz-result.tsx'

const ANSWERS = findAnswers(quiz, ['school', 'light', 'classic', 'surprise']) ?? []
const WANTED = recommend(quiz, ANSWERS)

afterEach(() => void vi.restoreAllMocks())

type Shop = {
  isMissing?: boolean
  /** The list cannot be loaded, and the call by slug names no stock. */
  isStockUnknown?: boolean
  recommended?: Recommendation
  inStock: RegExp
}

/** Renders the result of the quiz in a shop that has only some of its products in stock. */
async function shownMatch({
  isMissing = false,
  isStockUnknown = false,
  recommended = WANTED,
  inStock,
}: Shop): Promise<string> {
  const products = catalog.map((product, index) => ({
    ...product,
    product_id: String(index),
    stock_quantity: inStock.test(product.slug) ? 3 : 0,
  }))
  const listed = products.filter(({ slug }) => !isMissing || slug !== recommended.slug)
  const call = createClient('', async (url) => {
    if (url === '/api/products') return isStockUnknown ? Response.json({}, { status: 503 }) : Response.json(listed)
    const product = listed.find(({ slug }) => slug === recommended.slug)
    const found = product && (isStockUnknown ? { ...product, stock_quantity: undefined } : product)
    return found === undefined ? Response.json({ error: 'not_found' }, { status: 404 }) : Response.json(found)
  })
  const api = { call, baseUrl: '' }
  const match = await new QueryClient().fetchQuery(quizMatchQuery(api, quiz, recommended))
  const product = match.instead ?? match.wanted
  if (product === null) throw new TypeError('nothing is shown')
  return renderToStaticMarkup(
    <StaticRouter location="/">
      <ApiProvider api={api}>
        <Match product={product} match={match} recommended={recommended} answers={ANSWERS}>
          {null}
        </Match>
      </ApiProvider>
    </StaticRouter>,
  )
}

test('a recommended bag in stock comes with the reason', async () => {
  const html = await shownMatch({ inStock: /./ })
  expect(html).toContain('>Campus Slim Backpack, Blue<')
  expect(html).toContain('>We picked it because your days run')
  expect(html).toContain('>See it in the shop<')
})

test('a sold-out bag is replaced by the closest one in stock, which is said, and has none of its reasons', async () => {
  const html = await shownMatch({ inStock: /grey/ })
  expect(html).toContain('>Campus Slim Backpack, Grey<')
  expect(html).toContain('Your answers point to the Campus Slim Backpack, Blue, which is sold out right now.')
  expect(html).not.toContain('>Because')
  expect(html).toContain('>See it in the shop<')
})

test('a bag that only comes closest is said to, and has none of the reasons', async () => {
  const html = await shownMatch({ inStock: /./, recommended: { ...WANTED, fits: false } })
  expect(html).toContain('>Campus Slim Backpack, Blue<')
  expect(html).toContain('Nothing in our Campus line fits all your answers. This one comes closest.')
  expect(html).not.toContain('>Because')
})

test('answers that lead to no bag lead to the closest one in stock, which is said', async () => {
  const html = await shownMatch({ inStock: /grey/, recommended: { ...WANTED, slug: null, fits: false } })
  expect(html).toContain('>Campus Slim Backpack, Grey<')
  expect(html).toContain('isn’t in the shop right now')
})

test('a bag whose stock is not known is shown, and called neither sold out nor in stock', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const html = await shownMatch({ isStockUnknown: true, inStock: /./ })
  expect(html).toContain('>Campus Slim Backpack, Blue<')
  expect(html).not.toMatch(/sold out|in stock/i)
  expect(await shownMatch({ inStock: /./ })).toMatch(/in stock/i)
})

test('a bag that is not in the shop is replaced by the closest one in stock, which is said', async () => {
  const html = await shownMatch({ isMissing: true, inStock: /./ })
  expect(html).toContain('>Campus Slim Backpack, Grey<')
  expect(html).toContain('isn’t in the shop right now')
})

test('where no backpack is left, its replacement is not called one', async () => {
  const html = await shownMatch({ inStock: /duffel/ })
  expect(html).toContain('>Weekender Duffel, Blue<')
  expect(html).toContain('>See it in the shop<')
})
