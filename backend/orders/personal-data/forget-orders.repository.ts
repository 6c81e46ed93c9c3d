import { DELETED_TEXT, scrubEntries, scrubSharedEntries } from '../../admin/audit/rewrite-entries.repository.ts'
import { forgetRefundNotes } from '../../books/ledger/refunds.repository.ts'
import type { Trx } from '../../platform/database/database.ts'
import { chunksOf, isOneOf } from '../../platform/database/queries.ts'
import { forgetTerms } from '../search/order-terms.repository.ts'

/** Locks the orders of a person. The caller checks again for open ones. */
export async function lockOrdersOf(trx: Trx, addresses: readonly string[]): Promise<string[]> {
  const rows = await trx
    .updateTable('orders')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where(isOneOf('email', addresses))
    .returning('order_id')
    .execute()
  return rows.map(({ order_id }) => order_id).toSorted()
}

/**
 * Removes names, contact data, texts and search terms. Sums, goods and the state stay, in older orders with the ZIP
 * code.
 */
export async function forgetOrders(trx: Trx, orderIds: readonly string[]): Promise<void> {
  for (const ids of chunksOf(orderIds)) {
    await forgetWhoOrdered(trx, ids)
    await forgetWhatWasWritten(trx, ids)
    await forgetTerms(trx, ids)
    await scrubEntries(trx, 'order', ids)
    const shared = trx.selectFrom('shared_order_changes').select('audit_id').where('order_id', 'in', ids)
    await scrubSharedEntries(trx, shared.$asScalar(), ids)
  }
}

async function forgetWhoOrdered(trx: Trx, ids: readonly string[]): Promise<void> {
  const nobody = { first_name: DELETED_TEXT, last_name: '', email: '', phone: null, customer_id: null }
  const nowhere = { delivery_address: null, company: null, address1: null, address2: null, city: null }
  await trx
    .updateTable('orders')
    .set({ ...nobody, ...nowhere, tracking_number: null })
    .where('order_id', 'in', ids)
    .execute()
  await trx
    .updateTable('orders')
    .set({ region: null, zip: null, country: null })
    .where('order_id', 'in', ids)
    .where('state', 'is not', null)
    .execute()
}

async function forgetWhatWasWritten(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('order_items')
    .set({ cancellation_reason: null, cancellation_details: null })
    .where('order_id', 'in', ids)
    .execute()
  await forgetRefundNotes(trx, ids)
  const returns = trx.selectFrom('order_returns').select('return_id').where('order_id', 'in', ids)
  await trx.deleteFrom('return_labels').where('return_id', 'in', returns).execute()
  await trx.updateTable('order_returns').set({ details: '', answer: '' }).where('order_id', 'in', ids).execute()
  await trx.deleteFrom('order_notes').where('order_id', 'in', ids).execute()
  await trx.updateTable('pay_links').set({ withdrawn_mail: null }).where('order_id', 'in', ids).execute()
}
