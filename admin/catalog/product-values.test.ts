import { type AdminProduct, toSlug } from '@shop/contract/catalog/admin'
import { DETAIL_FIELDS, PAGE_FIELDS, PRODUCT_FIELDS } from '@shop/contract/catalog/calls'
import { emptyFields } from '@shop/contract/http/fields'
import { expect, test } from 'vitest'
import {
  describePriceChange,
  describeValue,
  findChanges,
  findErrors,
  hasLargePriceChange,
  labelOf,
  toEdited,
  typedSince,
  valuesOf,
} from './product-values.ts'

const PRODUCT: AdminProduct = {
  ...emptyFields(PRODUCT_FIELDS),
  ...emptyFields(PAGE_FIELDS),
  product_id: '101',
  slug: 'campus-slim-blue',
  product_name: 'Campus Slim, Blue',
  color: 'Blue',
  size: 'Slim, 16 L',
  line: 'Campus',
  short_description: 'A light bag.',
  style: 'slim',
  price_cents: 7950,
  sale_price_cents: null,
  sale_from: null,
  sale_until: null,
  wholesale_price_cents: null,
  wholesale_minimum: null,
  low_stock_at: null,
  price_today_cents: 7950,
  today: '2026-11-24',
  status: 'published',
  description: '<p>A bag.</p>',
  stock_quantity: 3,
  details: { ...emptyFields(DETAIL_FIELDS), capacity_litres: 16, materials: 'Canvas' },
  images: [{ file: 'bag.jpg', alt: 'The bag', image_url: '/images/bag.jpg' }],
  version: 1,
  place: 1,
  products: 23,
}
const VALUES = valuesOf(PRODUCT)

test('entries that were typed after the values were sent are told from the rest', () => {
  const details = { ...VALUES.details, materials: 'Wool' }
  expect(typedSince(VALUES, { ...VALUES, details, price_cents: '59.50' })).toEqual({ details, price_cents: '59.50' })
  expect(typedSince(VALUES, valuesOf(PRODUCT))).toEqual({})
})

test('a product that is not touched has no changes and no errors', () => {
  expect(VALUES).toMatchObject({
    price_cents: '79.50',
    sale_price_cents: '',
    details: { capacity_litres: '16', care: '' },
  })
  expect(findChanges(VALUES, PRODUCT)).toEqual({})
  expect(findErrors(VALUES)).toEqual({})
})

test('changes are the fields that say something else, in the form of the call', () => {
  const details = { ...VALUES.details, capacity_litres: '', laptop_inches: ' 15.5 ' }
  expect(
    findChanges({ ...VALUES, color: ' Moss ', price_cents: '$80', sale_price_cents: '60', details }, PRODUCT),
  ).toEqual({
    color: 'Moss',
    price_cents: 8000,
    sale_price_cents: 6000,
    details: { ...PRODUCT.details, capacity_litres: null, laptop_inches: 15.5 },
  })
})

test.each([
  ['80', 8000],
  [' $ 80.5 ', 8050],
  ['1,250', 125_000],
  ['1,250.00', 125_000],
  ['100,000', 10_000_000],
])('a price of "%s" is %i cents', (price_cents, cents) => {
  expect(findErrors({ ...VALUES, price_cents })).toEqual({})
  expect(findChanges({ ...VALUES, price_cents }, PRODUCT)).toEqual({ price_cents: cents })
})

test.each([
  ['product_name', ' ', 'fill this in'],
  ['line', '', 'fill this in'],
  ['description', '<p> </p>', 'fill this in'],
  ['slug', 'No Slug', 'lowercase letters'],
  ['price_cents', '', 'fill this in'],
  ['price_cents', '12,50', 'dollars'],
  ['price_cents', '1,25,000', 'dollars'],
  ['price_cents', '99999999', '$100,000 at most'],
  ['price_cents', '100,000.01', '$100,000 at most'],
  ['sale_price_cents', 'soon', 'dollars'],
  ['sale_price_cents', '79.50', 'less than the price'],
  ['details.laptop_inches', 'large', 'a number'],
  ['details.laptop_inches', '0', 'a number'],
  ['details.laptop_inches', '10001', '10,000 at most'],
  ['images.0.alt', ' ', 'describe the picture'],
])('%s cannot be "%s", and what is typed there counts as a change', (field, text, message) => {
  const [name = '', part = ''] = field.split('.')
  const values = {
    ...VALUES,
    ...(name === 'details' || name === 'images' ? {} : { [name]: text }),
    details: { ...VALUES.details, ...(name === 'details' ? { [part]: text } : {}) },
    images: VALUES.images.map((image) => (name === 'images' ? { ...image, alt: text } : image)),
  }
  expect(findErrors(values)).toEqual({ [field]: expect.stringContaining(message) })
  expect(Object.keys(findChanges(values, PRODUCT))).toEqual([name])
})

test('a new product is a draft that needs a name only, and everything once it is published', () => {
  const draft = valuesOf(null)
  expect(Object.keys(findErrors(draft))).toEqual(['product_name'])
  expect(findErrors({ ...draft, product_name: 'Bag', price_cents: 'soon' })).toEqual({
    price_cents: expect.stringContaining('dollars'),
  })
  expect(toEdited({ ...draft, product_name: 'Bag' })).toMatchObject({ price_cents: 0, color: '', images: [] })
  const values = { ...draft, status: 'published' as const }
  expect(draft).toMatchObject({ status: 'draft', line: '', images: [] })
  const missing = ['product_name', 'line', 'short_description', 'price_cents', 'description', 'slug']
  expect(Object.keys(findErrors(values)).sort()).toEqual(missing.sort())
})

test('what the form says is what the call sends', () => {
  const { product_id, stock_quantity, version, place, products, price_today_cents, today, ...edited } = {
    ...PRODUCT,
    sale_price_cents: 6000,
  }
  const images = [{ file: 'bag.jpg', alt: 'The bag' }]
  expect(toEdited(valuesOf({ ...PRODUCT, ...edited }))).toEqual({ ...edited, images })
})

test.each([
  [{ price_cents: 3974 }, true],
  [{ price_cents: 3975 }, false],
  [{ sale_price_cents: 3974 }, true],
  [{ price_cents: 11926 }, true],
  [{ color: 'Moss' }, false],
])('%j changes what shoppers pay by more than half: %s', (changes, isLarge) => {
  expect(hasLargePriceChange(changes, PRODUCT)).toBe(isLarge)
})

test('a sale that is over is nothing that shoppers pay', () => {
  const product = { ...PRODUCT, sale_price_cents: 3000, sale_until: '2026-11-20', today: '2026-11-24' }
  const changes = { sale_price_cents: 2500, sale_until: null }
  expect(hasLargePriceChange(changes, product)).toBe(true)
  expect(describePriceChange(changes, product)).toBe('What shoppers pay changes from $79.50 to $25.00.')
})

test.each([
  [{ price_cents: 0 }, 'The price changes from $79.50 to $0.00.'],
  [{ sale_price_cents: 3000 }, 'What shoppers pay changes from $79.50 to $30.00.'],
  [
    { price_cents: 20000, sale_price_cents: 3000 },
    'The price changes from $79.50 to $200.00. What shoppers pay changes from $79.50 to $30.00.',
  ],
])('the question about %j says from what to what', (changes, text) => {
  expect(describePriceChange(changes, PRODUCT)).toBe(text)
})

test.each([
  ['price_cents', '$79.50'],
  ['sale_price_cents', 'None'],
  ['status', 'In the shop'],
  ['details', 'Capacity (liters): 16; Materials: Canvas'],
  ['images', '1: The bag'],
  ['description', 'A bag.'],
] as const)('of two versions %s shows "%s"', (name, text) => {
  expect(describeValue(name, toEdited(VALUES))).toBe(text)
})

test('fields are called by their own names, or by those that people use', () => {
  expect([labelOf('sale_price_cents'), labelOf('slug'), labelOf('laptop_inches')]).toEqual([
    'Sale price',
    'Address',
    'Laptop (inches)',
  ])
})

test.each([
  ['Campus Slim, Blue', 'campus-slim-blue'],
  [' Sac à dos №2 ', 'sac-a-dos-no2'],
  ['Müsli Bag', 'musli-bag'],
  ['Straßen-Sæck, Grønn', 'strassen-saeck-gronn'],
  ['!!!', ''],
])('the address of "%s" is "%s"', (name, slug) => {
  expect(toSlug(name)).toBe(slug)
})
