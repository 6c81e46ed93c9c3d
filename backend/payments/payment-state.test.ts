import { expect, test } from 'vitest'
import { buildCredit, buildSale } from '../testing/payments/build-transaction.ts'
import {
  amountOf,
  findSale,
  isAmount,
  movementsOf,
  ownTransactions,
  paymentStateOf,
  refundedCents,
} from './payment-state.ts'

const LOST = { id: 'd', kind: 'chargeback', reason: null, status: 'lost', cents: 15_800, replyBy: null }

test('an authorization is of the amount when neither a cent nor the currency differs', () => {
  expect(isAmount(buildSale(), 15_800)).toBe(true)
  expect(isAmount(buildSale(), 15_799)).toBe(false)
  expect(isAmount(buildSale({ currency: 'CAD' }), 15_800)).toBe(false)
  expect([amountOf(buildSale()), amountOf(buildSale({ currency: 'CAD' }))]).toEqual(['$158.00', 'CAD 158.00'])
})

test('the first of several sales that was not declined is the one that the shop asked for, in any order', () => {
  const declined = buildSale({ id: 'declined', state: 'declined', createdAt: '2026-11-20T09:00:00Z' })
  const later = buildSale({ id: 'later', createdAt: '2026-11-20T11:00:00Z' })
  expect(findSale([later, declined, buildSale()])?.id).toBe('sale')
  expect(findSale([declined, { ...declined, id: 'second', createdAt: '2026-11-20T09:30:00Z' }])?.id).toBe('declined')
  expect(findSale([buildCredit()])).toBeNull()
})

test('a second sale and its refunds are not those of the first', () => {
  const all = [
    buildSale(),
    buildCredit(),
    buildSale({ id: 'second' }),
    buildCredit({ id: 'other', refundOf: 'second' }),
  ]
  expect(ownTransactions(all, 'sale').map(({ id }) => id)).toEqual(['sale', 'refund'])
})

test.each([
  ['authorized', 'authorized', 0],
  ['submitted', 'submitted', 15_800],
  ['settled', 'settled', 15_800],
  ['voided', 'voided', 0],
  ['expired', 'expired', 0],
  ['declined', 'failed', 0],
  ['settlement_declined', 'failed', 0],
] as const)('a sale that is %s is a payment that is %s, with %d cents charged', (state, expected, captured) => {
  expect(paymentStateOf([buildSale({ state })])).toEqual({
    state: expected,
    captured_cents: captured,
    refunded_cents: 0,
  })
})

test('nothing is known of a sale that the gateway still works on', () => {
  expect(paymentStateOf([buildSale({ state: 'pending' })])).toBeNull()
  expect(paymentStateOf([])).toBeNull()
})

test('a refund counts once it is on its way; a lost dispute counts as refunded, never more than was charged', () => {
  const sale = buildSale({ state: 'settled' })
  const states = ['authorized', 'pending', 'declined', 'voided', 'submitted', 'settled'] as const
  expect(states.map((state) => refundedCents([sale, buildCredit({ state })]))).toEqual([0, 0, 0, 0, 100, 100])
  const disputed = { ...sale, disputes: [LOST] }
  expect(paymentStateOf([disputed])?.refunded_cents).toBe(15_800)
  expect(paymentStateOf([disputed, buildCredit()])?.refunded_cents).toBe(15_800)
  const retrieval = { ...sale, disputes: [{ ...LOST, kind: 'retrieval' }] }
  expect(paymentStateOf([retrieval])?.refunded_cents).toBe(0)
})

test('the books have each charge and refund that moved money, on its day in the time zone of the shop', () => {
  const sale = buildSale({ state: 'submitted', since: '2026-11-21T02:00:00Z' })
  const moved = movementsOf('r', [sale, buildCredit(), buildCredit({ id: 'failed', state: 'settlement_declined' })])
  expect(
    moved.map(({ movement_id, kind, amount_cents, day, settled }) => [movement_id, kind, amount_cents, day, settled]),
  ).toEqual([
    ['sale', 'charge', 15_800, '2026-11-20', 0],
    ['refund', 'refund', 100, '2026-11-20', 1],
  ])
})
