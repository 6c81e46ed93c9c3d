import { expect, test } from 'vitest'
import { buildCredit, buildSale } from '../testing/payments/build-transaction.ts'
import { findRefusal } from './refusal.ts'

const NOW = new Date('2026-11-24T12:00:00.000Z')
type Asked = Parameters<typeof findRefusal>[0]
const ask = (kind: Asked['kind'], amount_cents: number, ...transactions: Parameters<typeof findRefusal>[1]) =>
  findRefusal({ kind, amount_cents }, transactions, NOW)

test('up to what is authorized is captured, and not a cent more', () => {
  expect([0, -1, 1, 15_800, 15_801].map((cents) => ask('capture', cents, buildSale()))).toEqual([
    'amount',
    'amount',
    null,
    null,
    'amount',
  ])
})

test('an authorization is captured until it ends, and once', () => {
  const until = (expiresAt: string) => ask('capture', 100, buildSale({ expiresAt }))
  expect([until('2026-11-24T12:00:00.001Z'), until('2026-11-24T12:00:00.000Z')]).toEqual([null, 'expired'])
  const states = ['expired', 'submitted', 'settled', 'voided', 'declined'] as const
  expect(states.map((state) => ask('capture', 100, buildSale({ state })))).toEqual([
    'expired',
    'state',
    'state',
    'state',
    'state',
  ])
})

test('a sale is voided until the bank has settled it', () => {
  const states = ['authorized', 'submitted', 'settled', 'voided', 'expired'] as const
  expect(states.map((state) => ask('void', 15_800, buildSale({ state })))).toEqual([
    null,
    null,
    'state',
    'state',
    'state',
  ])
})

test('the charged amount that is not yet refunded is refunded, and not a cent more', () => {
  const sale = buildSale({ state: 'settled', cents: 10_000 })
  expect([ask('refund', 10_000, sale), ask('refund', 10_001, sale)]).toEqual([null, 'amount'])
  expect([ask('refund', 9900, sale, buildCredit()), ask('refund', 9901, sale, buildCredit())]).toEqual([null, 'amount'])
  expect(ask('refund', 100, buildSale())).toBe('state')
})

test('no request is made for a payment without a sale', () => {
  expect((['capture', 'void', 'refund'] as const).map((kind) => ask(kind, 100))).toEqual(['state', 'state', 'state'])
})
