import { expect, test } from 'vitest'
import type { FindResult, Sought } from '../payments/gateway/payments.ts'
import { buildSale } from '../testing/payments/build-transaction.ts'
import { lookUpPayment } from './look-up-payment.ts'

const MISSING: FindResult = { outcome: 'rejected', reason: 'missing', codes: [] }
const NONE: FindResult = { outcome: 'done', transactions: [] }
const FOUND: FindResult = { outcome: 'done', transactions: [buildSale()] }

/** Lists the look-ups that the gateway gets when it answers `byId` about a transaction. */
async function asked(key: string, gatewayId: string | null, byId: FindResult = FOUND) {
  const looks: string[] = []
  const find = async ({ provider, reference, transactionId: id }: Sought) => {
    expect(provider).toBe('other')
    looks.push(id === undefined ? reference : `${reference} ${id}`)
    return id === undefined ? FOUND : byId
  }
  const found = await lookUpPayment({ find }, key, {
    provider: 'other',
    ...(gatewayId !== null && { gateway_id: gatewayId }),
  })
  return [...looks, found.outcome]
}

test('a payment is looked up by its transaction, and by its reference as long as none is known', async () => {
  expect(await asked('100001-abcdef', 'g1')).toEqual(['100001-abcdef g1', 'done'])
  expect(await asked('100001-abcdef', null)).toEqual(['100001-abcdef', 'done'])
})

test('one whose transaction is missing is looked up by its reference', async () => {
  for (const missing of [MISSING, NONE])
    expect(await asked('100001-abcdef', 'g1', missing)).toEqual(['100001-abcdef g1', '100001-abcdef', 'done'])
  const unknown: FindResult = { outcome: 'unknown', cause: 'timeout' }
  expect(await asked('100001-abcdef', 'g1', unknown)).toEqual(['100001-abcdef g1', 'unknown'])
})

test('a second sale is looked up only by its own transaction', async () => {
  expect(await asked('100001-abcdef.g2', 'g1')).toEqual(['100001-abcdef g2', 'done'])
  expect(await asked('100001-abcdef.g2', 'g1', MISSING)).toEqual(['100001-abcdef g2', 'rejected'])
})
