import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESSES, PRODUCT, UNKNOWN_ADDRESS } from '../browser/addresses.ts'
import { checkHtml, hasHtmlChecker } from '../harness/html-checker.ts'
import { type BuiltShop, openBuiltShop } from './built-shop.ts'

let shop: BuiltShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

describe.skipIf(!hasHtmlChecker())('the Nu HTML checker, where there is Java to run it', () => {
  test('accepts every page, and finds an error', async () => {
    const pages = new Map<string, string>()
    for (const address of [...ADDRESSES, UNKNOWN_ADDRESS]) pages.set(address, (await shop.get(address)).text)
    pages.set('wrong', '<!doctype html><html lang="en"><title>Wrong</title><p><div></p></html>')
    const objections = await checkHtml(pages)
    expect(objections.filter((objection) => !objection.startsWith('wrong: '))).toEqual([])
    expect(objections).not.toEqual([])
  })
})

test.each(['/shop', `/product/${PRODUCT.product_id}`])(
  'the HTML of %s holds the product before any script runs',
  async (address) => {
    const { status, text } = await shop.get(address)
    expect(status).toBe(200)
    expect(text).toContain(`>${PRODUCT.product_name}<`)
  },
)

test.each([UNKNOWN_ADDRESS, '/product/999999', '/product/%E0%A4%A', '/product/%00'])(
  '%s answers 404 with a page that leads on',
  async (address) => {
    const { status, text } = await shop.get(address)
    expect(status).toBe(404)
    expect(text).toMatch(/<main[\s\S]*<a [^>]*href="\/shop"[\s\S]*<\/main>/)
  },
)

test('the page behind a dialog is the same for everyone, whatever dialog is requested', async () => {
  const [plain, asked] = await Promise.all([shop.get('/about'), shop.get('/about?dialog=contact')])
  expect(asked.text).toBe(plain.text)
})

test('without scripts the quiz says that it needs them', async () => {
  expect((await shop.get('/')).text).toMatch(/<noscript><p[^>]*>The questions need JavaScript\./)
})
