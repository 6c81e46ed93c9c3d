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

/** Finds the links to a product: those of its own cards, and the dots of other cards. */
async function linksTo(id: number, address: string, products: readonly object[] = PAIR): Promise<string[]> {
  const links = productLinks(await shopPage(address, products))
  return links.filter((link) => link.includes(`href="/product/${id}"`))
}

test.each(['/shop', '/shop?view=list', '/shop?min=20', '/shop?sort=price-down'])(
  'on %s each color of a bag is a card of its own, with image, name, price and stock, and a dot leads to the other (R53)',
  async (address) => {
    const [card = '', dot = '', ...more] = (await linksTo(2, address)).toSorted((a, b) => b.length - a.length)
    expect(more).toEqual([])
    expect(card).toMatch(/<img [^>]*src="\/images\/grey\.jpg/)
    expect(card).toMatch(/<h2[^>]*>/)
    expect(textOf(card)).toContain('Slim, Grey')
    for (const text of ['$84.50</p>', 'Sold Out</p>']) expect(card).toContain(text)
    expect(dot).toContain('aria-label="See it in grey, sold out"')
    expect(dot).toContain('linear-gradient')
  },
)

test('the colors of a bag stand next to each other (R53)', async () => {
  const cards = productLinks(await shopPage('/shop', PAIR)).filter((link) => link.includes('<h2'))
  expect(cards.map((card) => /product\/(\d+)/.exec(card)?.[1])).toEqual(['1', '2', '3'])
})

test.each(['soldOut=0', 'max=80', 'q=blue', 'q=blue&view=list', 'max=80&sort=name'])(
  'with the filter %s nothing leads to a color that it hides (R8)',
  async (filter) => {
    expect(await linksTo(1, `/shop?${filter}`)).toHaveLength(1)
    expect(await linksTo(2, `/shop?${filter}`)).toEqual([])
  },
)

test('the page of a large shop sends only its first screens, and each card of these names all its colors', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    ...PAIR[0],
    product_id: index,
    product_name: `Bag ${index % 150}, ${index < 150 ? 'Blue' : 'Grey'}`,
    color: index < 150 ? 'Blue' : 'Grey',
    price: 50 + index,
  }))
  const html = await shopPage('/shop?sort=price-up', many)
  const links = productLinks(html)
  expect(links.filter((link) => link.includes('<h2'))).toHaveLength(24)
  expect(links.filter((link) => link.includes('See it in grey'))).toHaveLength(24)
  expect(html).toContain('300 products')
})

test('pictures of the first screen are fetched at once, all others are in the document and lazy (R53)', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ ...PAIR[1], product_id: index, images: [`${index}.jpg`] }))
  const images = [...(await shopPage('/shop', many)).matchAll(/<img [^>]*images[^>]*>/g)].map(([image]) => image)
  expect(images.map((image) => /loading="(\w+)"/.exec(image)?.[1])).toEqual([
    ...Array(4).fill('eager'),
    ...Array(8).fill('lazy'),
  ])
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

test("a search is answered in the page's first paint; where nothing has all words, the nearest are said to be so (R7)", async () => {
  expect(productLinks(await shopPage('/shop?q=slings', PRODUCTS))).toHaveLength(1)
  const nearest = await shopPage('/shop?q=purple+sling', PRODUCTS)
  expect(productLinks(nearest)).toHaveLength(1)
  for (const text of ['No products found', 'These are the closest matches:', '0 products'])
    expect(textOf(nearest)).toContain(text)
  expect(textOf(await shopPage('/shop?q=zzzz', PRODUCTS))).toContain('Try fewer words or a wider price range.')
})
