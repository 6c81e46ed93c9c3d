import { DAY_MS } from '@shop/contract/durations'
import { insertPlacement } from '../../checkout/placements.repository.ts'
import { insertOperation, insertPayment, type Payment } from '../../payments/ledger/payments.repository.ts'
import { inTransaction, openExistingStore } from '../../platform/database/database.ts'

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

function payment(orderId: string, values: Partial<Payment>): Payment {
  return {
    provider: 'braintree',
    reference: `${orderId}-abcdef`,
    order_id: orderId,
    gateway_id: `g${orderId}`,
    state: 'authorized',
    authorized_cents: 15_800,
    captured_cents: 0,
    refunded_cents: 0,
    card_brand: 'Visa',
    card_last_four: '1111',
    created_at: ago(6 * DAY_MS),
    expires_at: null,
    ...values,
  }
}

/** Adds payments, a dispute and a failed charge for a person to decide. */
export async function addPayments({ dataDir }: { dataDir: string }): Promise<void> {
  const store = await openExistingStore({ databaseUrl: null, dataDir })
  const charged = { state: 'settled', captured_cents: 15_800 } as const
  await inTransaction(store.database, async (trx) => {
    await insertPayment(trx, payment('200901', { ...charged, order_id: null }))
    await insertPayment(trx, payment('200902', { ...charged, order_id: null }))
    await insertPayment(trx, payment('100001', {}))
    await insertPlacement(trx, {
      placement_key: 'a checked one',
      body_hash: '',
      state: 'checking',
      order_id: '200903',
      reference: '200903-abcdef',
      customer_id: null,
      paid_order_id: null,
      discount_code: null,
      client: null,
      units: 1,
      total_cents: 7900,
      draft: null,
      version: 0,
      created_at: ago(20 * 60_000),
      finished_at: null,
    })
    const failed = { reference: '100001-abcdef', kind: 'capture', amount_cents: 15_800, state: 'rejected' } as const
    await insertOperation(trx, { provider: 'braintree', ...failed, now: new Date() })
    await trx
      .insertInto('disputes')
      .values({
        ...{ dispute_id: 'dispute1', reference: '100001-abcdef', order_id: '100001', amount_cents: 15_800 },
        ...{ state: 'open', kind: 'chargeback', reason: 'product_not_received', reply_by: '2027-01-10' },
        opened_at: ago(DAY_MS),
      })
      .execute()
    const closed_until = new Date(Date.now() + 20 * 60_000).toISOString()
    await trx.updateTable('placing_brake').set({ closed_until }).execute()
  })
  await store.close()
}
