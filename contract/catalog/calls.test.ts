import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { emptyFields } from '../http/fields.ts'
import { nameInColor } from './admin.ts'
import {
  familyKey,
  InvalidProductError,
  isVideo,
  LISTED_DETAILS,
  LISTED_FIELDS,
  type ListedProduct,
  parseListedProduct,
  parseProduct,
  parseProductBySlug,
  parseProductList,
  priceOn,
  saleStateOn,
  stockLabel,
} from './calls.ts'
import { MAX_SHOWN_PICTURES } from './pictures.ts'

/** A product row as a careless backend might send it. */
const anyRow = fc.record(
  {
    product_id: fc.jsonValue(),
    product_name: fc.jsonValue(),
    price: fc.jsonValue(),
    stock_quantity: fc.jsonValue(),
    image_url: fc.jsonValue(),
    images: fc.jsonValue(),
    multi_image_url: fc.jsonValue(),
    variants: fc.jsonValue(),
    details: fc.jsonValue(),
    siblings: fc.jsonValue(),
    error: fc.jsonValue(),
    description: fc.jsonValue(),
  },
  { requiredKeys: [] },
)
const anyBody = fc.oneof(fc.jsonValue(), anyRow, fc.array(anyRow))

function expectSound(product: ListedProduct): void {
  expect(product.product_id).not.toBe('')
  expect(product.price_cents === null || Number.isSafeInteger(product.price_cents)).toBe(true)
  expect(Number.isSafeInteger(product.stock_quantity) && product.stock_quantity >= 0).toBe(true)
  const sources = product.pictures.map((picture) => picture.src)
  expect(new Set(sources).size).toBe(sources.length)
}

it('the product list skips and counts malformed products (R3)', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.jsonValue(), anyRow)), (body) => {
      const { products, skipped } = parseProductList(body)
      expect(products.length + skipped).toBe(body.length)
      for (const product of products) expectSound(product)
    }),
  )
})

it('the product list throws only for a body that is not a list', () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      if (Array.isArray(body)) expect(() => parseProductList(body)).not.toThrow()
      else expect(() => parseProductList(body)).toThrow(TypeError)
    }),
  )
})

it('the product list reads numbers as strings, identifiers as numbers, and ignores unknown fields (R3)', () => {
  const row = {
    product_id: 7,
    product_name: 'Sling',
    price: '39.00',
    stock_quantity: '4',
    image_url: 'sling.jpg',
    x: 1,
  }
  expect(parseListedProduct(row)).toEqual({
    ...emptyFields(LISTED_FIELDS),
    product_id: '7',
    numeric_id: true,
    product_name: 'Sling',
    price_cents: 3900,
    stock_quantity: 4,
    facts: null,
    ...emptyFields(LISTED_DETAILS),
    pictures: [{ src: 'sling.jpg', alt: null }],
  })
})

it('the product list: missing stock counts as 0, a missing price as none', () => {
  expect(parseListedProduct({ product_id: 7, product_name: 'Sling', price: 'ask us' })).toMatchObject({
    stock_quantity: 0,
    price_cents: null,
  })
})

it.each([
  ['above the price', '99', 9900],
  ['equal to the price', '79', null],
  ['below the price', 50, null],
  ['unknown', 'ask us', null],
])('the product list: a regular price %s is %s: shown as %j', (_, regular_price, shown) => {
  const row = { product_id: 7, product_name: 'Sling', price: 79, regular_price }
  expect(parseListedProduct(row)?.regular_price_cents).toBe(shown)
})

it('the product list: an unknown stock is marked, and a cart keeps its own value (R14)', () => {
  const known = parseProduct({ product_id: 7, product_name: 'Sling', stock_quantity: '0' })
  const unknown = parseProduct({ product_id: 7, product_name: 'Sling', stock_quantity: null })
  expect(known).not.toHaveProperty('stock_unknown')
  expect(unknown).toMatchObject({ stock_quantity: 0, stock_unknown: true })
})

it.each([
  [{ images: ['a.jpg', 'b.jpg'] }, ['a.jpg', 'b.jpg']],
  [{ images: [{ image_url: 'a.jpg', alt: 'Front' }, { other: 1 }, 5, null] }, ['a.jpg', '5']],
  [{ image_url: 'main.jpg', images: ['a.jpg', 'main.jpg'] }, ['main.jpg', 'a.jpg']],
  [{ image_url: '', images: 'only.jpg' }, ['only.jpg']],
  [{ image_url: null }, []],
])('the product list reads the pictures of %j as %j', (row, sources) => {
  const product = parseListedProduct({ product_id: 7, product_name: 'Sling', ...row })
  expect(product?.pictures.map((picture) => picture.src)).toEqual(sources)
})

it.each([
  ['Product not found', null],
  ['Invalid product data format', undefined],
  ['Invalid product data format', ''],
  ['Invalid product data format', []],
  ['Invalid product data format', 'hello'],
  ['Invalid product data format', 5],
  ['Invalid product data format', [{ product_id: 1 }]],
  ['Invalid product data structure', {}],
  ['Invalid product data structure', { error: 'gone' }],
  ['Invalid product data structure', { error: 'gone', product_id: 1 }],
  ['Invalid product data structure', { product_name: 'Sling' }],
  ['Invalid product data structure', { product_id: null }],
])('one product (R6) %s: %j', (message, body) => {
  expect(() => parseProduct(body)).toThrow(expect.objectContaining({ name: 'InvalidProductError', message }))
})

it("one product (R6) is parsed or rejected with the specification's texts, whatever arrives", () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      try {
        const product = parseProduct(body)
        expectSound(product)
        expect(product.pictures.length).toBeLessThanOrEqual(MAX_SHOWN_PICTURES)
        expect(typeof product.description).toBe('string')
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidProductError)
      }
    }),
    { numRuns: 300 },
  )
})

it.each([undefined, null, '', '  ', {}])(
  'a product with the name %j has one rule in list, page and look-up by slug',
  (product_name) => {
    const row = { product_id: 7, product_name }
    for (const product of [parseListedProduct(row), parseProduct(row), parseProductBySlug(row)])
      expect(product).toMatchObject({ product_name: 'Unknown Product', nameless: true })
    expect(parseProduct({ product_id: 7, product_name: 'Sling' })).not.toHaveProperty('nameless')
  },
)

it.each([null, false, 0, ''])('one product (R6) with the error field %j is no error', (error) => {
  expect(parseProduct({ product_id: 7, error }).product_id).toBe('7')
})

it('one product (R6) reads facts and siblings where a backend sends them', () => {
  const product = parseProduct({
    product_id: 7,
    details: { capacity_litres: '24', materials: ' Canvas ' },
    siblings: [
      { product_id: 8, color: 'Grey' },
      { product_id: 9 },
      { product_id: 10, color: 'Tan', sold_out: true },
      null,
    ],
  })
  expect(product.details).toMatchObject({ capacity_litres: 24, materials: 'Canvas', care: null, laptop_inches: null })
  expect(product.siblings).toEqual([
    { product_id: '8', color: 'Grey', sold_out: false },
    { product_id: '10', color: 'Tan', sold_out: true },
  ])
})

describe('the pictures of a product: main, multi, then all variants, each once, at most 10 (R9)', () => {
  const sources = (row: object) => parseProduct({ product_id: 1, ...row }).pictures.map((picture) => picture.src)

  it('come in this order', () => {
    const variants = [{ images: ['c.jpg', 'a.jpg'] }, { images: [{ image_url: 'd.mp4' }] }, { images: null }, null]
    expect(sources({ variants, multi_image_url: 'b.jpg', image_url: 'a.jpg' })).toEqual([
      'a.jpg',
      'b.jpg',
      'c.jpg',
      'd.mp4',
    ])
  })

  it('may have a list as multi picture', () => {
    expect(sources({ image_url: 'a.jpg', multi_image_url: ['b.jpg', 'a.jpg', 'c.jpg'] })).toEqual([
      'a.jpg',
      'b.jpg',
      'c.jpg',
    ])
  })

  it('have the list of images in the place of a main picture that is missing (R3)', () => {
    const images = ['a.jpg', { image_url: 'b.jpg' }]
    expect(sources({ images })).toEqual(['a.jpg', 'b.jpg'])
    expect(sources({ image_url: '', images, multi_image_url: 'c.jpg' })).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
    expect(sources({ image_url: 'm.jpg', images, multi_image_url: 'c.jpg' })).toEqual(['m.jpg', 'c.jpg'])
  })

  it('are the first ten different ones, in their order', () => {
    const name = fc.integer({ min: 0, max: 25 }).map((number) => `${number}.jpg`)
    const names = fc.array(name, { maxLength: 12 })
    fc.assert(
      fc.property(name, names, fc.array(names, { maxLength: 4 }), (main, multi, variants) => {
        const row = { image_url: main, multi_image_url: multi, variants: variants.map((images) => ({ images })) }
        expect(sources(row)).toEqual([...new Set([main, ...multi, ...variants.flat()])].slice(0, MAX_SHOWN_PICTURES))
      }),
    )
  })

  it('keep their description from any of their sources', () => {
    const described = { image_url: 'a.jpg', alt: 'Front pocket' }
    const bare = { image_url: 'a.jpg', multi_image_url: 'a.jpg', variants: [{ images: ['a.jpg'] }] }
    expect(parseProduct({ product_id: 1, ...bare, images: [described] }).pictures).toEqual([
      { src: 'a.jpg', alt: 'Front pocket' },
    ])
    const variants = [{ images: ['a.jpg'] }, { images: [described] }]
    expect(parseProduct({ product_id: 1, ...bare, variants }).pictures).toEqual([{ src: 'a.jpg', alt: 'Front pocket' }])
  })
})

describe('a product by its slug (R3)', () => {
  const row = { product_id: 7, product_name: 'Campus Slim, Blue', image_url: 'a.jpg' }

  it('is an object or a list of one', () => {
    expect(parseProductBySlug(row)?.product_id).toBe('7')
    expect(parseProductBySlug([row])?.product_id).toBe('7')
  })

  it('has a stock only if the response has one', () => {
    expect(parseProductBySlug(row)?.stock_unknown).toBe(true)
    expect(parseProductBySlug({ ...row, stock_quantity: '0' })?.stock_unknown).toBeUndefined()
  })

  it('is null when nothing was found, and never throws', () => {
    expect(parseProductBySlug([])).toBeNull()
    expect(parseProductBySlug(null)).toBeNull()
    fc.assert(
      fc.property(anyBody, (body) => {
        const product = parseProductBySlug(body)
        if (product !== null) expectSound(product)
      }),
    )
  })
})

it.each([
  [3, 'In Stock'],
  [1, 'In Stock'],
  [0, 'Sold Out'],
  [-1, 'Sold Out'],
])('labels: stock %i reads %s', (stock, label) => {
  expect(stockLabel(stock)).toBe(label)
})

it.each([
  ['tour.mp4', true],
  ['https://cdn.example/TOUR.MP4?v=2#t=1', true],
  ['mp4', false],
  ['tour.mp4.jpg', false],
  ['poster.jpg?from=tour.mp4', false],
])('labels %s is a video: %s', (src, video) => {
  expect(isVideo(src)).toBe(video)
})

it.each([
  ['Titanium Pack, Tan', 'Tan', 'Titanium Pack, Blue'],
  ['Blue Lake Tote, Blue', 'blue', 'Blue Lake Tote, Blue'],
  ['Navy Pack (NAVY)', 'Navy', 'Navy Pack (Blue)'],
  ['Deep-Sea Pouch, Deep Sea', 'Deep Sea', 'Deep-Sea Pouch, Blue'],
  ['Tan', 'Tan', 'Blue'],
  ['Titanium Pack', 'Tan', 'Titanium Pack'],
  ['Titanium Pack', '', 'Titanium Pack'],
])(
  '%s is called otherwise in another color than %o where it names that as a word, and stays in its family',
  (product_name, color, renamed) => {
    expect(nameInColor({ product_name, color }, 'Blue')).toBe(renamed)
    const product = { line: 'Campus', size: '16 L', product_name, color }
    expect(familyKey({ ...product, product_name: renamed, color: 'Blue' })).toBe(familyKey(product))
  },
)

const BAG = { price_cents: 10_000, sale_price_cents: 8000, sale_from: '2026-11-27', sale_until: '2026-11-30' }

test.each([
  ['2026-11-26', 'planned', 10_000, null],
  ['2026-11-27', 'on', 8000, 10_000],
  ['2026-11-30', 'on', 8000, 10_000],
  ['2026-12-01', 'over', 10_000, null],
] as const)('the price of a day on %s the sale is %s', (day, state, price_cents, regular_price_cents) => {
  expect(saleStateOn(BAG, day)).toBe(state)
  expect(priceOn(BAG, day)).toEqual({ price_cents, regular_price_cents })
})

test('the price of a day: a sale without days is on until somebody ends it', () => {
  const endless = { ...BAG, sale_from: null, sale_until: null }
  for (const day of ['2000-01-01', '2099-12-31']) expect(priceOn(endless, day).price_cents).toBe(8000)
})

test('the price of a day without a sale price it is the regular one, whatever the days say', () => {
  const none = { ...BAG, sale_price_cents: null }
  expect(saleStateOn(none, '2026-11-28')).toBeNull()
  expect(priceOn(none, '2026-11-28')).toEqual({ price_cents: 10_000, regular_price_cents: null })
})
