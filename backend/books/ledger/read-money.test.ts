import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../testing/orders/orders.ts'
import { openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { readMoney } from './read-money.ts'

let opened: TestStore
beforeAll(async () => {
  opened = await openTestStore('sqlite')
})
afterAll(() => opened.close())

const AT = '2026-11-05T12:00:00.000Z'

test('each amount that went back is counted once, and neither a dispute that was won nor a request for papers', async () => {
  const { database } = opened.store
  await placeOrder(database)
  const own = { reference: 'r1', order_id: '100001' }
  const card = { gateway_id: 'g1', card_brand: null, card_last_four: null, expires_at: null }
  const cents = { authorized_cents: 20_000, captured_cents: 20_000, refunded_cents: 700 }
  await database
    .insertInto('payments')
    .values({ ...own, ...card, ...cents, state: 'settled', created_at: AT })
    .execute()
  const dispute = (dispute_id: string, state: string, kind: string | null = 'chargeback') => ({
    ...{ ...own, dispute_id, state, kind, amount_cents: 100, reason: null, reply_by: null },
    ...{ opened_at: AT, opened_on: '2026-11-05' },
  })
  await database
    .insertInto('disputes')
    .values([
      dispute('lost', 'lost'),
      dispute('won', 'won'),
      dispute('open', 'open'),
      dispute('asks', 'open', 'retrieval'),
    ])
    .execute()
  const refund = (refund_id: string, operation_id: string | null) => ({
    ...{ refund_id, operation_id, order_id: '100001', amount_cents: 700, note: '', tax_cents: null },
    ...{ refunded_at: AT, refunded_on: '2026-11-05', return_id: null },
  })
  await database
    .insertInto('payment_movements')
    .values({
      movement_id: 'm1',
      reference: 'r1',
      kind: 'refund',
      amount_cents: 700,
      day: '2026-11-05',
      settled: 1,
      tax_cents: null,
    })
    .execute()
  await database
    .insertInto('order_refunds')
    .values([refund('by-card', 'o1'), refund('by-hand', null)])
    .execute()

  const movements = (await readMoney(database, ['100001'])).get('100001')?.movements ?? []
  const told = movements.map(({ movement_id, kind, settled }) => [movement_id, kind, settled])
  expect(told.toSorted()).toEqual([
    ['by-hand', 'refund', 1],
    ['lost', 'dispute', 1],
    ['m1', 'refund', 1],
    ['open', 'dispute', 0],
  ])
})
