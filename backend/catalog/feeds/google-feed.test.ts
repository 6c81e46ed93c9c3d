import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/database.ts'
import { updateShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openTestShop('sqlite', { orders: 'open' }, { PUBLIC_URL: 'https://bags.com' })
})
afterEach(() => shop.close())

const get = () => shop.app.inject('/feeds/google.xml')
const update = (values: {
  price_cents?: number
  sale_price_cents?: number
  stock_quantity?: number
  product_name?: string
}) => shop.store.database.updateTable('products').set(values).where('product_id', '=', '101').execute()

async function itemOf(id: string): Promise<Record<string, string | undefined>> {
  const item = (await get()).body.split('<item>').find((part) => part.includes(`<g:id>${id}</g:id>`)) ?? ''
  return Object.fromEntries([...item.matchAll(/<g:(\w+)>([^<]*)</g)].map(([, name, value]) => [name, value]))
}

test('while orders are open the feed has every published product with its price, stock and delivery', async () => {
  await update({ product_name: 'Bags\b & <more>\ufffe' })
  const response = await get()
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(await itemOf('101')).toMatchObject({
    title: 'Bags &amp; &lt;more&gt;',
    link: 'https://bags.com/product/101',
    image_link: expect.stringMatching(/^https:\/\/bags\.com\/images\//),
    availability: 'in_stock',
    condition: 'new',
    brand: 'Packwright',
  })
  expect(response.body).toContain('<g:shipping><g:country>US</g:country><g:price>0.00 USD</g:price></g:shipping>')
})

test('what is sold out is out of stock, and below $45.00 delivery costs the cheapest option', async () => {
  await update({ price_cents: 4499, stock_quantity: 0 })
  expect(await itemOf('101')).toMatchObject({ availability: 'out_of_stock', price: '4.95 USD' })
})

test('a product on sale has its regular price and that of the sale, and another has one price', async () => {
  await update({ price_cents: 7900, sale_price_cents: 5900 })
  expect((await get()).body).toContain('<g:price>79.00 USD</g:price><g:sale_price>59.00 USD</g:sale_price>')
  expect((await get()).body.match(/<g:sale_price>/g)).toHaveLength(1)
})

test('while orders are paused there is no feed', async () => {
  await inTransaction(shop.store.database, (trx) => updateShopSettings(trx, { orders: 'paused' }))
  await shop.close()
  shop = await openTestShop('sqlite')
  const unknown = await shop.app.inject('/feeds/other.xml')
  expect((await get()).statusCode).toBe(404)
  expect((await get()).body).toBe(unknown.body)
})
