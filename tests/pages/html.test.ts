import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT, UNKNOWN_ADDRESS } from '../browser/addresses.ts'
import { type BuiltShop, openBuiltShop } from './built-shop.ts'

let shop: BuiltShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

test.each(['/shop', `/product/${PRODUCT.product_id}`])(
  'the HTML of %s holds the product before any script runs',
  async (address) => {
    const { status, text } = await shop.get(address)
    expect(status).toBe(200)
    expect(text.replace(/<script.*?<\/script>|<[^>]*>/gs, '')).toContain(PRODUCT.product_name)
  },
)

test.each([UNKNOWN_ADDRESS, '/product/999999', '/product/%E0%A4%A', '/product/%00'])(
  '%s responds 404 with a page that leads on',
  async (address) => {
    const { status, text } = await shop.get(address)
    expect(status).toBe(404)
    expect(text).toMatch(/<main[\s\S]*<a [^>]*href="\/shop"[\s\S]*<\/main>/)
  },
)

test('the page behind a dialog is the same for everyone, whatever dialog is requested', async () => {
  const [plain, opened] = await Promise.all([shop.get('/about'), shop.get('/about?dialog=contact')])
  expect(opened.text).toBe(plain.text)
})

test('the first question of the quiz has its answers as buttons before any script runs (R35)', async () => {
  const [quiz = ''] = /<section aria-labelledby="quiz"[\s\S]*?<\/section>/.exec((await shop.get('/')).text) ?? []
  const answers = [...quiz.matchAll(/<button type="button" aria-label="([^"]*)"/g)].map(([, label]) => label)
  expect(answers).toEqual(['School', 'Work and commute', 'Travel'])
})

test('without scripts the quiz says that it needs them', async () => {
  expect((await shop.get('/')).text).toMatch(/<noscript><p[^>]*>The questions need JavaScript\./)
})
