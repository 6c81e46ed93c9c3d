import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { adminTakenOrders, needsName, takenOrder } from './taken-orders.ts'

const ITEM = { product_id: '101', quantity: 1, price_cents: null }
const ORDER = {
  ...{ channel: 'fair', first_name: 'Ada', last_name: 'Byron', email: '', items: [ITEM], note: '' },
  ...{ delivery_cents: 0, tax_cents: null, handed_over: true, payment: 'cash' },
}
/** The fields that are wrong. */
const problems = (changes: object, schema: z.ZodMiniType = takenOrder) =>
  z.safeParse(schema, { ...ORDER, ...changes }).error?.issues.map(({ path }) => path.join('.')) ?? []

test('only who pays in cash, takes the goods along and gets no email needs no name', () => {
  const cash = { payment: 'cash', handed_over: true, email: ' ' } as const
  expect(needsName(cash)).toBe(false)
  expect(needsName({ ...cash, payment: 'card' })).toBe(true)
  expect(needsName({ ...cash, handed_over: false })).toBe(true)
  expect(needsName({ ...cash, email: 'ada@mail.example' })).toBe(true)
  const nameless = { first_name: ' ', last_name: '' }
  expect(problems(nameless)).toEqual([])
  expect(problems({ ...nameless, payment: 'unpaid' })).toEqual(['first_name', 'last_name'])
})

test('an order has 1 to 50 lines of 1 to 9999 pieces, and amounts up to $100,000', () => {
  expect(problems({ items: Array(50).fill(ITEM), delivery_cents: 10_000_000 })).toEqual([])
  expect(problems({ items: [] })).toEqual(['items'])
  expect(problems({ items: Array(51).fill(ITEM) })).toEqual(['items'])
  for (const quantity of [0, 10_000, 1.5])
    expect(problems({ items: [{ ...ITEM, quantity }] })).toEqual(['items.0.quantity'])
  expect(problems({ delivery_cents: 10_000_001, tax_cents: -1 })).toEqual(['delivery_cents', 'tax_cents'])
})

test('an order of the online shop, and lines of an address, are not entered by hand', () => {
  expect(problems({ channel: 'online' })).toEqual(['channel'])
  expect(problems({ delivery_address: ' ' })).toEqual([])
  expect(problems({ delivery_address: '1 Main St' })).toEqual(['delivery_address'])
})

test('what was taken without a network has the same rules, an id and a time', () => {
  const { body } = adminTakenOrders.enterOfflineOrder
  const entry = { id: '7d3a4f6e-2f51-4c1b-9a52-0f4c6a1f8b11', taken_at: '2026-11-28T12:00:00Z', total_cents: 7900 }
  expect(problems({ entry }, body)).toEqual([])
  expect(problems({ entry: { ...entry, id: '1' }, first_name: '', payment: 'unpaid' }, body)).toContain('entry.id')
  expect(problems({ entry, first_name: '', payment: 'unpaid' }, body)).toEqual(['first_name'])
})
