import { expect, test } from 'vitest'
import { mapError, parseNotification, parseTransaction } from './braintree-results.ts'

/** A sale as Braintree tells of it. */
const SALE = {
  ...{ id: '9cd7x2', type: 'sale', status: 'settled', amount: '150.00', currencyIsoCode: 'USD' },
  ...{ orderId: '200123-k7f3q2', createdAt: '2026-11-20T10:00:00Z', authorizationExpiresAt: '2026-11-27T10:00:00Z' },
  ...{ refundIds: [], refundedTransactionId: null, creditCard: { cardType: 'Visa', last4: '1111' }, disputes: [] },
  statusHistory: [
    { status: 'authorized', amount: '158.00', timestamp: '2026-11-20T10:00:00Z' },
    { status: 'submitted_for_settlement', amount: '150.00', timestamp: '2026-11-21T10:00:00Z' },
    { status: 'settled', amount: '150.00', timestamp: '2026-11-22T10:00:00Z' },
  ],
}

test('what was captured and what was authorized are told apart, in cents', () => {
  expect(parseTransaction(SALE)).toMatchObject({
    kind: 'sale',
    state: 'settled',
    cents: 15_000,
    authorizedCents: 15_800,
  })
  expect(parseTransaction({ ...SALE, statusHistory: null })).toMatchObject({ cents: 15_000, authorizedCents: 15_000 })
})

test.each(['150.005', '-1.00', '1e3', '', null])('an amount of %j is invalid, and the sale stays unknown', (amount) => {
  expect(() => parseTransaction({ ...SALE, amount })).toThrow()
})

test('a credit is a refund of the sale that it names', () => {
  const credit = { ...SALE, type: 'credit', refundedTransactionId: '9cd7x2' }
  expect(parseTransaction(credit)).toMatchObject({ kind: 'refund', refundOf: '9cd7x2' })
})

test.each([
  ['settling', 'submitted', '2026-11-21T10:00:00Z'],
  ['authorized', 'authorized', '2026-11-20T10:00:00Z'],
  ['a_new_word', 'pending', '2026-11-20T10:00:00Z'],
])('a sale that is %s is %s, since the first word for it', (status, state, since) => {
  expect(parseTransaction({ ...SALE, status })).toMatchObject({ state, since })
})

test('a notification names its sale, that of a dispute too', () => {
  const subject = { id: '9cd7x2', orderId: '200123-k7f3q2' }
  const sent = { kind: 'dispute_opened', timestamp: '2026-11-22T10:00:00Z' }
  const known = { ...sent, transactionId: '9cd7x2', reference: '200123-k7f3q2' }
  expect(parseNotification({ ...sent, transaction: subject })).toEqual({ ...known, disputeId: null })
  expect(parseNotification({ ...sent, dispute: { id: 'd1', transaction: subject } })).toEqual({
    ...known,
    disputeId: 'd1',
  })
  expect(parseNotification(sent)).toMatchObject({ transactionId: null, reference: null })
})

test('an error is a rejection only if it surely had no effect', () => {
  const named = (name: string, message = '') => Object.assign(new Error(message), { name, type: name })
  expect(mapError(named('notFoundError'))).toMatchObject({ outcome: 'rejected', reason: 'missing' })
  expect(mapError(new Error('Unexpected request error: Error: connect ECONNREFUSED'))).toMatchObject({
    outcome: 'rejected',
    reason: 'unreachable',
  })
  expect(mapError(new Error('Unexpected request error: Error: read ECONNRESET')).outcome).toBe('unknown')
  expect(mapError(named('serverError', 'busy'))).toEqual({ outcome: 'unknown', cause: 'serverError: busy' })
})

test('an answer that cannot be read is not quoted', () => {
  expect(mapError(new SyntaxError('Unexpected token in 4111111111111111'))).toEqual({
    outcome: 'unknown',
    cause: 'SyntaxError',
  })
  expect(mapError('lost')).toEqual({ outcome: 'unknown', cause: 'string' })
})
