import { expect, test } from 'vitest'
import { unpack } from '../../platform/lib/packed.ts'
import { buildOrder } from '../build-order.ts'
import { type ImportPart, packParts } from './import-parts.ts'

/** How many orders each part has, of orders with so many items. */
function sizes(...items: number[]): number[] {
  const item = { product_id: '101', product_name: 'Bag', price_cents: 7900, quantity: 1, image_file: null }
  const who = { order_date: '2025-10-01', first_name: 'Ann', last_name: 'Ray', email: '' }
  const entries = items.map((count, row) => {
    return { row, order: buildOrder({ ...who, order_id: String(row), items: Array(count).fill(item) }), refunds: [] }
  })
  const packing = packParts()
  entries.forEach(packing.add)
  return Array.from(unpack<ImportPart>(packing.end()), ({ orders }) => orders.length)
}

test('a part has at most 200 orders and 500 items, and a larger order is a part of its own', () => {
  expect(sizes()).toEqual([])
  expect(sizes(...Array(401).fill(1))).toEqual([200, 200, 1])
  expect(sizes(250, 250, 1)).toEqual([2, 1])
  expect(sizes(499, 2, 498)).toEqual([1, 2])
  expect([sizes(900, 1), sizes(1, 900, 1)]).toEqual([
    [1, 1],
    [1, 1, 1],
  ])
})
