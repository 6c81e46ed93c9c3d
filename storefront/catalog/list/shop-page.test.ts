import { expect, test } from 'vitest'
import catalog from '../../../catalog/products.json'
import { shop } from '../../../shop.config.ts'
import { render } from '../../entry-server.tsx'

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
  return productLinks(await shopPage(address, PRODUCTS))
}

function productLinks(html: string): string[] {
  return [...html.matchAll(/<a [^>]*href="\/product\/.*?<\/a>/gs)].map(([link]) => link)
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '')
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

const PAIR = [
  { product_id: 1, product_name: 'Slim, Blue', color: 'Blue', price: 79, stock_quantity: 3, images: ['blue.jpg'] },
  { product_id: 3, product_name: 'Pouch', price: 24, stock_quantity: 3 },
  { product_id: 2, product_name: 'Slim, Grey', color: 'Grey', price: '84.50', stock_quantity: 0, images: ['grey.jpg'] },
]

test.each(['/shop', '/shop?view=list', '/shop?min=20'])(
  'on %s two colors of a bag share a card, each with a link, image, name, price and stock of its own (section 2)',
  async (address) => {
    const html = await shopPage(address, PAIR)
    const [blue = '', grey = '', pouch = '', ...rest] = productLinks(html)
    expect(rest).toEqual([])
    expect(blue).toContain('href="/product/1"')
    expect(pouch).toContain('href="/product/3"')
    expect(grey).toContain('href="/product/2"')
    expect(grey).toMatch(/<img [^>]*src="\/images\/grey\.jpg/)
    expect(textOf(grey)).toContain('Slim, Grey')
    for (const text of ['$84.50</p>', 'Sold Out</p>']) expect(grey).toContain(text)
    // Nothing begins between the two: no other card, and no item of the list.
    expect(html.slice(html.indexOf(blue) + blue.length, html.indexOf(grey))).not.toMatch(/<li|<h2|<h3/)
  },
)

test('a price filter applies to each color of a bag', async () => {
  const links = productLinks(await shopPage('/shop?max=80&min=30', PAIR))
  expect(links.filter((link) => />Slim|\$/.test(link))).toHaveLength(1)
})

test('with sold-out items hidden, the swatch of a color that is sold out says so and is crossed out', async () => {
  const html = await shopPage('/shop?soldOut=0', PAIR)
  const [swatch = ''] = productLinks(html).filter((link) => link.includes('href="/product/2"'))
  expect(swatch).toContain('aria-label="See it in grey, sold out"')
  expect(swatch).toContain('linear-gradient')
  const inStock = PAIR.map((product) => ({ ...product, stock_quantity: 1 }))
  const other = productLinks(await shopPage('/shop?max=80', inStock))
  expect(other.join()).toContain('aria-label="See it in grey"')
  expect(other.join()).not.toContain('linear-gradient')
})

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

test('one product of a new shop has no picture, and is not the last of the list, where it could be alone in its row', () => {
  const [drawn, ...more] = catalog.filter(({ images }) => images.length === 0)
  expect(more).toEqual([])
  expect(drawn?.product_name).toBe('Key Leash, Tan')
  expect(catalog.slice(-4)).not.toContain(drawn)
})
