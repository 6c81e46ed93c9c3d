import { expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { render } from '../entry-server.tsx'

/** The page of a product that a backend describes so. */
async function productPage(product: object): Promise<string> {
  const send = async () => Response.json({ product_id: 7, price: 10, stock_quantity: 3, ...product })
  return (await render('/product/7', { send, manifest: null, origin: '', apiUrl: '', shop })).html
}

test('a product without a name still has a heading and a title', async () => {
  const html = await productPage({ product_name: ' ' })
  expect(html).toMatch(/<h1[^>]*>Unknown Product<\/h1>/)
  expect(html).toMatch(/<title>Unknown Product · /)
  expect(html).toContain('This product has no name yet, so it cannot be added.')
})

test('during a sale the regular price is struck through before the current one', async () => {
  const html = await productPage({ product_name: 'Sling', price: 59, regular_price: 79 })
  expect(html).toMatch(/<s [^>]*><span[^>]*>Regular price <\/span>\$79\.00<\/s> <span[^>]*>Sale price <\/span>\$59\.00/)
  expect(await productPage({ product_name: 'Sling', price: 59, regular_price: 59 })).not.toContain('Regular price')
})

test('a hidden product is no page for search engines', async () => {
  expect(await productPage({ product_name: 'Sling', hidden: true })).toContain(
    '<meta name="robots" content="noindex"/>',
  )
  expect(await productPage({ product_name: 'Sling' })).not.toContain('noindex')
})
