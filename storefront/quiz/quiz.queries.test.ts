import { createClient } from '@shop/contract/http/client'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import quiz from '../../catalog/quiz.json'
import { type QuizMatch, quizMatchQuery } from './quiz.queries.ts'
import { findAnswers, recommend } from './quiz.ts'

const BLUE = { product_id: 101, product_name: 'Campus Slim, Blue', image_url: 'blue.jpg' }
const GREY = { product_id: 102, product_name: 'Campus Slim, Grey', slug: 'campus-slim-grey', price: 79 }

const ANSWERS = findAnswers(quiz, ['school', 'light', 'classic', 'surprise']) ?? []
const WANTED = recommend(quiz, ANSWERS)

/** Responses by path; other paths respond 404. */
type Answers = Readonly<Record<string, unknown>>

function match(answers: Answers): Promise<QuizMatch> {
  const call = createClient('', async (url) => {
    const path = new URL(url, 'https://shop.example').pathname
    return path in answers ? Response.json(answers[path]) : Response.json({ success: false }, { status: 404 })
  })
  return new QueryClient().fetchQuery(quizMatchQuery({ call, baseUrl: '' }, quiz, WANTED))
}

it("the recommended product (R35) is the result's product while it is in stock", async () => {
  const answer = await match({ '/api/productsBySlug': { ...BLUE, stock_quantity: 3 } })
  expect(answer).toMatchObject({ wanted: { product_id: '101' }, instead: null })
})

it('the recommended product (R35) has stock and price from the list when the call by slug lacks them (section 7)', async () => {
  const listed = { ...BLUE, price: '79.00', stock_quantity: '4' }
  const answer = await match({ '/api/productsBySlug': BLUE, '/api/products': [GREY, listed] })
  expect(answer).toMatchObject({ wanted: { price_cents: 7900, stock_quantity: 4 }, instead: null })
})

it.each([
  ['sold out', { '/api/productsBySlug': { ...BLUE, stock_quantity: 0 } }, '101'],
  ['missing', {}, undefined],
] as const)(
  'the recommended product (R35) has the closest one in stock stand in for it when it is %s',
  async (_, found, wanted) => {
    const answer = await match({
      ...found,
      '/api/products': [
        { ...BLUE, stock_quantity: 0 },
        { ...GREY, stock_quantity: 2 },
      ],
    })
    expect(answer.wanted?.product_id).toBe(wanted)
    expect(answer.instead?.product_id).toBe('102')
  },
)

it('the recommended product (R35) is shown when the list fails, and not as sold out while its stock is unknown', async () => {
  expect(await match({ '/api/productsBySlug': BLUE })).toMatchObject({
    wanted: { product_id: '101', stock_unknown: true },
    instead: null,
    listed: false,
  })
  const sold = await match({ '/api/productsBySlug': { ...BLUE, stock_quantity: 0 } })
  expect(sold).toMatchObject({ wanted: { product_id: '101', stock_quantity: 0 }, instead: null, listed: false })
})

it('the recommended product (R35) is not shown as sold out when it is not in the list', async () => {
  const answer = await match({ '/api/productsBySlug': BLUE, '/api/products': [{ ...GREY, stock_quantity: 2 }] })
  expect(answer).toMatchObject({ wanted: { product_id: '101', stock_unknown: true }, instead: null })
})

it('the recommended product (R35): fails when neither call finds it', async () => {
  await expect(match({})).rejects.toThrow()
})
