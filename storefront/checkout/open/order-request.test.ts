import { expect, test } from 'vitest'
import { lineChanges } from './order-request.ts'

const detail = (field: string) => ({ field, message: 'It has changed.' })

test('a line that is gone, has another price or less stock is named by its place in the request', () => {
  const details = ['items.0.product_id', 'items.2.price', 'items.11.quantity'].map(detail)
  expect(lineChanges(details)).toEqual([
    { index: 0, change: 'gone' },
    { index: 2, change: 'price' },
    { index: 11, change: 'stock' },
  ])
})

test('what is said of the order as a whole changes no line', () => {
  expect(lineChanges(['items', 'total', 'delivery_type_id', 'items.price'].map(detail))).toEqual([])
})
