import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltShop, openBuiltShop } from './built-shop.ts'

const NOTICE = 'Online orders are not being processed at present.'

let paused: BuiltShop
let open: BuiltShop

beforeAll(async () => {
  paused = await openBuiltShop()
  open = await openBuiltShop({ orders: 'open' })
})
afterAll(async () => {
  await paused.close()
  await open.close()
})

const page = async (shop: BuiltShop, address: string) => (await shop.get(address)).text

test('the notices say that orders are paused, and no longer once they are open', async () => {
  expect(await page(paused, '/')).toContain(NOTICE)
  const html = await page(open, '/')
  expect(html).not.toContain(NOTICE)
  expect(html).toContain('see our backpack collection')
})

test('a product says that orders are paused, and once they are open that it is in stock', async () => {
  const before = await page(paused, '/product/101')
  expect(before).toContain('Online orders are paused right now.')
  expect(before).toContain('https://schema.org/OutOfStock')
  const html = await page(open, '/product/101')
  expect(html).not.toContain('paused')
  expect(html).toContain('Ask us about this one')
  expect(html).toContain('https://schema.org/InStock')
})
