import { FREE_DELIVERY_FROM_CENTS } from '@shop/contract/delivery/rules'
import { formatMoney } from '@shop/contract/money'
import { expect, test, vi } from 'vitest'
import { shop } from '../../shop.config.ts'
import { render } from '../entry-server.tsx'

/** The page of a product that a backend describes so. */
function productPage(product: object): Promise<string> {
  return pageFor(Response.json({ product_id: 7, price: 10, stock_quantity: 3, ...product }))
}

async function pageFor(response: Response): Promise<string> {
  const send = async () => response
  return (await render('/product/7', { send, manifest: null, origin: '', apiUrl: '', shop })).html
}

test('a product without a name still has a heading and a title', async () => {
  const html = await productPage({ product_name: ' ' })
  expect(html).toMatch(/<h1[^>]*>Unknown Product<\/h1>/)
  expect(html).toMatch(/<title>Unknown Product · /)
  expect(html).toContain('This product has no name yet, so you can’t add it.')
})

test('a name of many words is set smaller', async () => {
  const size = async (product_name: string) =>
    /<h1[^>]* lg:(text-\w+)[ "]/.exec(await productPage({ product_name }))?.[1]
  expect(await size('Campus Slim Backpack, Blue')).toBe('text-3xl')
  expect(await size('Campus '.repeat(28))).toBe('text-xl')
})

test('during a sale the regular price is struck through before the current one', async () => {
  const html = await productPage({ product_name: 'Sling', price: 59, regular_price: 79 })
  expect(html).toMatch(/<s [^>]*><span[^>]*>Regular price <\/span>\$79\.00<\/s> <span[^>]*>Sale price <\/span>\$59\.00/)
  expect(await productPage({ product_name: 'Sling', price: 59, regular_price: 59 })).not.toContain('Regular price')
})

test('the page names the sum that delivery is free from', async () => {
  const from = formatMoney(FREE_DELIVERY_FROM_CENTS)
  expect(await productPage({ product_name: 'Sling' })).toMatch(
    new RegExp(`Free delivery on orders of (<!-- -->)?\\${from}`),
  )
})

test('a hidden product is no page for search engines', async () => {
  expect(await productPage({ product_name: 'Sling', hidden: true })).toContain(
    '<meta name="robots" content="noindex"/>',
  )
  expect(await productPage({ product_name: 'Sling' })).not.toContain('noindex')
})

test('a sold-out product cannot be added, and nothing says Max 0', async () => {
  const html = await productPage({ product_name: 'Sling', stock_quantity: 0 })
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Add to Cart/)
  expect(html).toContain('Sold Out')
  expect(html).not.toContain('Max 0')
  expect(await productPage({ product_name: 'Sling' })).not.toMatch(/<button[^>]* disabled=""[^>]*>Add to Cart/)
})

test('the first action of a sold-out product is to be told when it is back', async () => {
  const actionsOf = (html: string) =>
    [...html.matchAll(/<(?:a|button) [^>]*>(Tell me when it’s back|Add to Cart|Review Cart)</g)].map(([, name]) => name)
  const soldOut = await productPage({ product_name: 'Sling', stock_quantity: 0 })
  expect(actionsOf(soldOut)).toEqual(['Tell me when it’s back', 'Add to Cart', 'Review Cart'])
  expect(actionsOf(await productPage({ product_name: 'Sling' }))).toEqual(['Add to Cart', 'Review Cart'])
})

test('the swatch of another color that is sold out says so and is crossed out', async () => {
  const siblings = [
    { product_id: 8, color: 'Grey', sold_out: true },
    { product_id: 9, color: 'Tan', sold_out: false },
  ]
  const html = await productPage({ product_name: 'Sling', color: 'Blue', siblings })
  const [grey = '', tan = ''] = html.match(/<a [^>]*href="\/product\/[89]".*?<\/a>/gs) ?? []
  expect(grey).toContain('aria-label="See it in grey, sold out"')
  expect(grey).toContain('linear-gradient')
  expect(tan).toContain('aria-label="See it in tan"')
  expect(tan).not.toContain('linear-gradient')
})

test('a product shows name, short description, description as HTML, price and stock (section 2)', async () => {
  const description = '<p>Fits a <strong>day</strong>.</p>'
  const html = await productPage({ product_name: 'Sling', short_description: 'A small bag.', description, price: '39' })
  expect(html).toMatch(/<h1[^>]*>Sling<\/h1>/)
  expect(html).toMatch(/<p[^>]*>A small bag\.<\/p>/)
  expect(html).toContain(description)
  expect(html).toMatch(/\$39\.00<\/p><p[^>]*><span[^>]*><\/span>In Stock<\/p>/)
})

test("a product without a numeric price shows 'N/A' and cannot be added (R3)", async () => {
  const html = await productPage({ product_name: 'Sling', price: 'ask us' })
  expect(html).toMatch(/>N\/A<\/p>/)
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Add to Cart/)
})

test('a product without a picture has the placeholder in its place (section 3)', async () => {
  expect(await productPage({ product_name: 'Sling' })).toContain('<span role="img" aria-label="Sling"')
  const pictured = await productPage({ product_name: 'Sling', image_url: 'sling.jpg' })
  expect(pictured).toContain('src="/images/sling.jpg')
  expect(pictured).not.toContain('<span role="img"')
})

test.each([
  ['is missing', '{"success":false,"error":"not_found"}', 404, 'Product not found'],
  ['is null', 'null', 200, 'Product not found'],
  ['is no object', '"a bag"', 200, 'Invalid product data format'],
  ['has no product_id', '{"product_name":"A bag"}', 200, 'Invalid product data structure'],
  ['holds an error', '{"error":"no","product_id":"7"}', 200, 'Invalid product data structure'],
])('a product response that %s is shown in the words of section 8 (R6)', async (_, body, status, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(await pageFor(new Response(body, { status }))).toMatch(new RegExp(`<h1[^>]*>${text}`))
  vi.restoreAllMocks()
})
