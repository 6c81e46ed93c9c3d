import { expect, test } from 'vitest'
import { mergeParts } from './merge-parts.ts'

test('the entries of all modules become one record, in their order', () => {
  const merged = mergeParts('group of calls', [
    ['orders', { shipping: 'admin: orders', orders: 'admin: orders' }],
    ['media', undefined],
    ['waitlist', { waitlist: 'admin: customers' }],
  ])
  expect(Object.entries(merged)).toEqual([
    ['shipping', 'admin: orders'],
    ['orders', 'admin: orders'],
    ['waitlist', 'admin: customers'],
  ])
})

test('two modules that bring the same are refused, and both are named', () => {
  const parts = [
    ['orders', { shipping: 'admin: orders' }],
    ['delivery', { delivery: 'admin: shop', shipping: 'admin: shop' }],
  ] as const
  expect(() => mergeParts('group of calls', parts)).toThrow(
    'the modules orders and delivery both bring the group of calls "shipping"',
  )
})
