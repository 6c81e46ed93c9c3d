import { expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { render } from '../entry-server.tsx'

const PRODUCTS = [
  {
    product_id: 7,
    product_name: 'Sling',
    price: '39.00',
    stock_quantity: 4,
    images: ['sling.jpg'],
    short_description: 'A small bag.',
  },
  { product_id: 8, product_name: 'Pouch', stock_quantity: 0 },
]

/** The page of a shop with these products. */
async function shopPage(address: string, products: readonly object[]): Promise<string> {
  const send = async () => Response.json(products)
  return (await render(address, { send, manifest: null, origin: '', apiUrl: '', shop })).html
}

/** The links to the products, with what they hold. */
async function cards(address: string): Promise<string[]> {
  const html = await shopPage(address, PRODUCTS)
  return [...html.matchAll(/<a [^>]*href="\/product\/.*?<\/a>/gs)].map(([card]) => card)
}

test.each(['/shop', '/shop?view=list'])(
  'a card of %s shows image, name, price and stock, and leads to its product (section 2)',
  async (address) => {
    const [sling = '', pouch = '', ...rest] = await cards(address)
    expect(rest).toEqual([])
    expect(sling).toContain('href="/product/7"')
    expect(sling).toMatch(/<img [^>]*src="\/images\/sling\.jpg[^>]*alt="Sling"/)
    for (const text of ['>Sling</h', '$39.00</p>', 'In Stock</p>']) expect(sling).toContain(text)
    expect(pouch).toContain('href="/product/8"')
    // The placeholder of a product without a picture.
    expect(pouch).toContain('<span role="img" aria-label="Pouch"')
    for (const text of ['>Pouch</h', 'N/A</p>', 'Sold Out</p>']) expect(pouch).toContain(text)
  },
)

test('the list says more of a product than the grid, which is the default', async () => {
  const [row = ''] = await cards('/shop?view=list')
  const [card = ''] = await cards('/shop')
  expect(row).toContain('A small bag.')
  expect(card).not.toContain('A small bag.')
})

test('where nothing is found, filters are only spoken of if one is set', async () => {
  const filtered = await shopPage('/shop?line=Nomad', PRODUCTS)
  for (const text of ['No products found', 'Try fewer words', 'Clear filters']) expect(filtered).toContain(text)
  const empty = await shopPage('/shop', [])
  expect(empty).toContain('No products found')
  expect(empty).not.toMatch(/Try fewer words|Clear filters/)
})
