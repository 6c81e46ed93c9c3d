import { expect, test } from 'vitest'
import { fieldChanges, personOf, titleOf } from './describe-change.ts'

test.each([
  [{ action: 'settings.updated', subject: { kind: 'settings', id: 'shop' }, undoes: null }, 'Settings changed'],
  [{ action: 'order.shipped', subject: { kind: 'order', id: '100001' }, undoes: null }, 'Order 100001 shipped'],
  [
    { action: 'product.stock_set', subject: { kind: 'product', id: '101' }, undoes: 7 },
    'Put back (change 7): Product 101 stock set',
  ],
])('%j is called as a person would', (entry, title) => {
  expect(titleOf(entry)).toBe(title)
})

test('differing fields are listed with readable names', () => {
  const before = { name: 'Old', price_cents: 4950, stock_quantity: 3, tagline: 'Same', sale: false }
  const after = { name: 'New', price_cents: 4500, stock_quantity: 3, tagline: 'Same', sale: true }
  expect(fieldChanges({ before, after })).toEqual([
    { label: 'Name', before: 'Old', after: 'New' },
    { label: 'Price', before: '$49.50', after: '$45.00' },
    { label: 'Sale', before: 'No', after: 'Yes' },
  ])
})

test('created and deleted values are described as such', () => {
  expect(fieldChanges({ before: null, after: { tracking_number: '1Z9' } })).toEqual([
    { label: 'Tracking number', before: 'Nothing', after: '1Z9' },
  ])
  expect(fieldChanges({ before: 'gone', after: null })).toEqual([
    { label: 'Everything', before: 'gone', after: 'Nothing' },
  ])
})

test('rows of a list are matched by name', () => {
  const rates = (millionths: number) => ({ rates: [{ state: 'CA', rate_millionths: millionths }] })
  expect(fieldChanges({ before: rates(88500), after: rates(90000) })).toEqual([
    { label: 'Rates › CA › Rate', before: '8.85 %', after: '9 %' },
  ])
})

test('yes and no are words, and ids of the database are left out', () => {
  const before = { answer: null, mail: null, probable_spam: 0 }
  const after = { answer: '3da7', mail: '3226', probable_spam: 1 }
  expect(fieldChanges({ before, after })).toEqual([{ label: 'Probable spam', before: 'No', after: 'Yes' }])
})

test('the command line is named as such', () => {
  expect(personOf('command')).toBe('Command line')
  expect(personOf('ada@shop.example')).toBe('ada@shop.example')
})
