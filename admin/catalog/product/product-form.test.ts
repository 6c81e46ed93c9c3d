import type { EditedProduct } from '@shop/contract/catalog/admin'
import { expect, test } from 'vitest'
import { valuesOf } from '../product-values.ts'
import { parseUnits } from '../stock.tsx'
import { helpFor } from './product-form.tsx'
import { restoreValues } from './use-product-form.ts'
import { describeSave } from './use-product-save.ts'

test.each(['', ' ', 'Blue', 'deep Blue ', 'Light-Grey'])('"%s" is a color that the shop can show', (color) => {
  expect(helpFor('color', { color }, [])).toContain('Such as')
})

test.each(['Rust', 'Blue-ish', '蓝色'])('of "%s" is said that its dot is plain', (color) => {
  expect(helpFor('color', { color }, [])).toContain('plain')
  expect(helpFor('color', { color }, [color])).toContain('Such as')
})

test('a style is explained', () => {
  expect(helpFor('style', { color: '' }, [])).toContain('can filter by it')
})

test.each([
  ['5', 5],
  [' 12 ', 12],
  ['1,250', 1250],
])('"%s" are %i pieces', (text, units) => {
  expect(parseUnits(text, { movement: 'made', stock: 0 })).toEqual({ units })
})

test.each([
  ['', 'made', 'a whole number'],
  ['0', 'made', 'a whole number'],
  ['1.5', 'made', 'a whole number'],
  ['1,5', 'made', 'a whole number'],
  ['-2', 'sold', 'a whole number'],
  ['abc', 'sold', 'a whole number'],
  ['999999999', 'made', '1,000,000 at most'],
  ['4', 'sold', 'There are only 3'],
] as const)('"%s" %s: %s', (text, movement, error) => {
  expect(parseUnits(text, { movement, stock: 3 })).toEqual({ error: expect.stringContaining(error) })
})

test('none can be counted', () => {
  expect(parseUnits('0', { movement: 'counted', stock: 3 })).toEqual({ units: 0 })
})

test('of a product that is sold out nothing can be taken', () => {
  expect(parseUnits('1', { movement: 'sold', stock: 0 })).toEqual({ error: 'There are none' })
})

test('what was typed of a new product comes back, pictures included', () => {
  const values = {
    ...valuesOf(null),
    product_name: 'Bag',
    price_cents: '12',
    details: { ...valuesOf(null).details, care: 'Wipe' },
    images: [{ file: 'a.jpg', alt: '', image_url: '/images/a.jpg' }],
  }
  expect(restoreValues(JSON.stringify(values))).toEqual(values)
})

test.each(['', 'null', '{', '[1]', '{"product_name":7,"images":[{"file":1}],"details":null}'])(
  '%s is an untouched form',
  (text) => {
    expect(restoreValues(text)).toEqual(valuesOf(null))
  },
)

const CASES: [Partial<EditedProduct>, string][] = [
  [{ price_cents: 5950 }, 'Price changed to $59.50'],
  [{ sale_price_cents: null }, 'Sale ended'],
  [{ sale_price_cents: 4000, status: 'published' }, 'On sale for $40.00. The product is in the shop'],
  [{ status: 'hidden' }, 'The product is hidden'],
  [{ images: [] }, 'Pictures: saved'],
  [{ product_name: 'Day Pack', line: 'Campus' }, '2 fields saved'],
]

test.each(CASES)('%j is notified as %s', (changes, text) => {
  expect(describeSave(changes)).toBe(text)
})
