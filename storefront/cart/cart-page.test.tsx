import { parseProduct } from '@shop/contract/catalog/calls'
import { createClient } from '@shop/contract/http/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import { type ProductResult, productQuery } from '../catalog/catalog.queries.ts'
import { ApiProvider } from '../data/api.tsx'
import { StaticRouter } from '../router/router.tsx'
import { buildListed } from '../testing/build-listed.ts'
import type { CartItem } from './cart.ts'
import { CartLine } from './cart-line.tsx'
import { DeliveryMeter, deliveryNote } from './cart-page.tsx'
import { companionsOf } from './goes-with-cart.tsx'
import { cachedLineProduct, lineProduct, regularLineTotal } from './line-product.tsx'

test('a cart with free delivery is not told that delivery is added', () => {
  expect(deliveryNote(4500)).toBe('You’ve got free delivery. Estimated tax is added at checkout.')
})

test('a smaller cart is told what is missing to free delivery, and that delivery is added', () => {
  expect(deliveryNote(3950)).toBe(
    'Free delivery on orders of $45.00 or more: you’re $5.50 away. Delivery and estimated tax are added at checkout.',
  )
})

test('a bar shows how far a cart is on the way to free delivery', () => {
  const bar = (subtotal: number) =>
    /<rect width="(\d+)"/.exec(renderToStaticMarkup(<DeliveryMeter subtotal={subtotal} />))
  expect(bar(2250)?.[1]).toBe('50')
  expect(bar(9000)?.[1]).toBe('100')
})

const BAG = buildListed({
  product_id: '1',
  product_name: 'Campus Slim, Blue',
  line: 'Campus',
  size: 'Slim',
  color: 'Blue',
})
const OTHER = { ...BAG, product_id: '2', product_name: 'Nomad Full, Blue', line: 'Nomad', size: 'Full' }
const POUCH = buildListed({
  product_id: '3',
  product_name: 'Zip Pouch',
  line: 'Accessories',
  size: '2 L',
  color: 'Blue',
})
const COVER = { ...POUCH, product_id: '4', product_name: 'Rain Cover' }
const PRODUCTS = [BAG, OTHER, POUCH, COVER]
const NOTHING = { words: null, text: null, photo: null, preview: null, featured: true }
const LINES = ['Campus', 'Nomad'].map((line) => ({ ...NOTHING, line, goes_with: ['3', '4'] }))

const shown = (products: typeof PRODUCTS, ...ids: string[]) =>
  companionsOf(
    ids.map((product_id) => ({ product_id })),
    products,
    LINES,
  ).map(({ product_id }) => product_id)

test('what goes with the bags of a cart is offered once, without what is in the cart', () => {
  expect(shown(PRODUCTS, '1')).toEqual(['3', '4'])
  expect(shown(PRODUCTS, '1', '2')).toEqual(['3', '4'])
  expect(shown(PRODUCTS, '1', '3')).toEqual(['4'])
})

test('nothing is offered that is sold out, and nothing for a cart without bags', () => {
  expect(shown([BAG, POUCH, { ...COVER, stock_quantity: 0 }], '1')).toEqual(['3'])
  expect(shown(PRODUCTS, '3')).toEqual([])
  expect(shown(PRODUCTS, 'gone')).toEqual([])
})

const ROW = { product_id: '1', product_name: 'Campus Slim', price: 81, color: 'Blue', size: 'Slim, 16 L' }
const API = { baseUrl: '', call: createClient('', () => Promise.reject(new Error('no call is made'))) }

it("what a cart line shows of its product (R12) is its color, size and today's price", () => {
  expect(lineProduct(parseProduct(ROW))).toMatchObject({ color: 'Blue', size: 'Slim, 16 L', price_cents: 8100 })
})

it('what a cart line shows of its product (R12) is its first picture that is no video', () => {
  const shown = (...files: string[]) => lineProduct(parseProduct({ ...ROW, multi_image_url: files })).picture
  expect(shown('tour.mp4', 'front.jpg', 'back.jpg')).toMatchObject({ src: 'front.jpg' })
  expect(shown('tour.mp4')).toBeNull()
})

it('a cart line shows the first image of a product that has only `images` (R3)', () => {
  for (const image of ['only.jpg', { image_url: 'only.jpg' }])
    expect(lineProduct(parseProduct({ ...ROW, images: [image] })).picture).toMatchObject({ src: 'only.jpg' })
})

it('what a cart line shows of its product (R12) comes from the query cache, and is unknown while the product is not there or gone', () => {
  const client = new QueryClient()
  const { queryKey } = productQuery(API, '1')
  const unknown = { picture: null, color: null, size: null, price_cents: null, regular_price_cents: null }
  expect(cachedLineProduct(client, API, '1')).toEqual(unknown)
  client.setQueryData<ProductResult>(queryKey, { kind: 'missing' })
  expect(cachedLineProduct(client, API, '1')).toEqual(unknown)
  const found: ProductResult = { kind: 'found', product: parseProduct(ROW) }
  client.setQueryData<ProductResult>(queryKey, found)
  expect(cachedLineProduct(client, API, '1')).toMatchObject({ color: 'Blue', price_cents: 8100 })
})

it('strikes a regular price only where the line was added at the price of the sale', () => {
  const line = { price_cents: 5900, quantity: 2 }
  expect(regularLineTotal(line, { price_cents: 5900, regular_price_cents: 7900 })).toBe(15_800)
  expect(regularLineTotal(line, { price_cents: 5500, regular_price_cents: 7900 })).toBeNull()
  expect(regularLineTotal(line, { price_cents: 5900, regular_price_cents: null })).toBeNull()
})

const LINE = {
  product_id: '7',
  product_name: 'Sling',
  price_cents: 3900,
  quantity: 3,
  stock_quantity: 12,
  adjusted: null,
}

/** A line of the cart as it is shown while its product is known, or not yet. */
function lineOf(product: object | null, change: Partial<CartItem> = {}): string {
  const client = new QueryClient()
  if (product !== null) {
    const found: ProductResult = { kind: 'found', product: parseProduct({ product_id: 7, price: 39, ...product }) }
    client.setQueryData<ProductResult>(productQuery(API, '7').queryKey, found)
  }
  return renderToStaticMarkup(
    <StaticRouter location="/cart">
      <ApiProvider api={API}>
        <QueryClientProvider client={client}>
          <CartLine item={{ ...LINE, ...change }} onRemove={() => {}} />
        </QueryClientProvider>
      </ApiProvider>
    </StaticRouter>,
  )
}

const details = (html: string) => [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, ...pair]) => pair)

test('a line has its image as a link to the product, name, color, size, steps, line total and Remove (section 2)', () => {
  const html = lineOf({ image_url: 'sling.jpg', color: 'Blue', size: '6 L' })
  expect(html).toMatch(/<a [^>]*href="\/product\/7"[^>]*><span[^>]*>.*?src="\/images\/sling\.jpg/)
  expect(details(html)).toEqual([
    ['Color:', 'Blue'],
    ['Size:', '6 L'],
  ])
  for (const name of ['Decrease quantity of', 'Increase quantity of', 'Remove']) {
    expect(html).toContain(`aria-label="${name} Sling"`)
  }
  expect(html).toContain('$117.00')
})

test('until its product is known a line has the placeholder and dashes (R12)', () => {
  const html = lineOf(null)
  expect(html).toContain('<span role="img" aria-label="Sling"')
  expect(details(html)).toEqual([
    ['Color:', '–'],
    ['Size:', '–'],
  ])
})

test('a line whose product is not there says so (R14)', () => {
  expect(lineOf(null, { missing: true })).toContain('This product isn’t available right now.')
  expect(lineOf(null)).not.toContain('not available')
})
