import { sql } from 'kysely'
import { canonicalJson, isObject, type Json } from '../admin/audit/audit.repository.ts'
import type { Trx } from '../platform/database/database.ts'
import { chunksOf, containsText } from '../platform/database/queries.ts'
import { termsOf } from '../platform/database/search/search-terms.ts'
import { isOf } from './customers.repository.ts'
import { isDraftOf } from './open-matters.repository.ts'

/** What stands in place of a name or a text that was deleted. */
const DELETED = '(deleted)'

/** Locks the orders of a person until the end of the transaction; whoever has one open has to look at it again. */
export async function lockOrdersOf(trx: Trx, addresses: readonly string[]): Promise<string[]> {
  const rows = await trx
    .updateTable('orders')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where(isOf('email', addresses))
    .returning('order_id')
    .execute()
  return rows.map(({ order_id }) => order_id).toSorted()
}

/**
 * Takes out of orders who ordered them, what people wrote about them, and by what they are found. Sums, goods and the state of
 * the delivery stay; of an order from before, whose address alone names the state, that and the ZIP code.
 */
export async function forgetOrders(trx: Trx, orderIds: readonly string[]): Promise<void> {
  for (const ids of chunksOf(orderIds)) {
    const nobody = { first_name: DELETED, last_name: '', email: '', phone: null, customer_id: null }
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
    await trx
      .updateTable('order_items')
      .set({ cancellation_reason: null, cancellation_details: null })
      .where('order_id', 'in', ids)
      .execute()
    await trx.updateTable('order_refunds').set({ note: '' }).where('order_id', 'in', ids).execute()
    const returns = trx.selectFrom('order_returns').select('return_id').where('order_id', 'in', ids)
    await trx.deleteFrom('return_labels').where('return_id', 'in', returns).execute()
    await trx.updateTable('order_returns').set({ details: '', answer: '' }).where('order_id', 'in', ids).execute()
    await trx.deleteFrom('order_notes').where('order_id', 'in', ids).execute()
    await trx.updateTable('pay_links').set({ withdrawn_mail: null }).where('order_id', 'in', ids).execute()
    await trx.deleteFrom('order_terms').where('order_id', 'in', ids).execute()
    const terms = ids.flatMap((order_id) => termsOf(order_id).map((term) => ({ term, order_id })))
    for (const some of chunksOf(terms)) await trx.insertInto('order_terms').values(some).execute()
    await trx
      .updateTable('placements')
      .set({ draft: null, customer_id: null })
      .where((row) => row.or([row('order_id', 'in', ids), row('paid_order_id', 'in', ids)]))
      .execute()
    await scrubAudit(trx, 'order', ids)
    await scrubSharedAudit(trx, ids)
  }
}

/** The same for entries about several orders, which hold their values by order. */
async function scrubSharedAudit(trx: Trx, ids: readonly string[]): Promise<void> {
  const shared = trx.selectFrom('shared_order_changes').select('audit_id').where('order_id', 'in', ids)
  const entries = await trx
    .selectFrom('audit_log')
    .select(['id', 'before', 'after'])
    .where((row) => row.or([row('id', 'in', shared), row('undoes', 'in', shared)]))
    .orderBy('id')
    .execute()
  for (const { id, before, after } of entries) {
    const scrub = (text: string) => {
      const values: Json = JSON.parse(text)
      if (!isObject(values)) return text
      const own = ids.flatMap((order) => (values[order] === undefined ? [] : [[order, scrubbed(values[order])]]))
      return canonicalJson({ ...values, ...Object.fromEntries(own) })
    }
    await trx
      .updateTable('audit_log')
      .set({ before: scrub(before), after: scrub(after) })
      .where('id', '=', id)
      .execute()
  }
}

/** Deletes all that is no order, and says how much of each. */
export async function forgetRest(
  trx: Trx,
  addresses: readonly string[],
  ownAddresses: readonly string[],
): Promise<{ accounts: number; inquiries: number; wishes: number; notes: number }> {
  for (const address of addresses)
    await trx.updateTable('placements').set({ draft: null, customer_id: null }).where(isDraftOf(address)).execute()
  const accounts = await trx.deleteFrom('customers').where(isOf('email', addresses)).executeTakeFirst()
  const inquiries = await trx
    .deleteFrom('contact_messages')
    .where(isOf('email', addresses))
    .returning('message_id')
    .execute()
  for (const ids of chunksOf(inquiries.map(({ message_id }) => message_id))) await scrubAudit(trx, 'inquiry', ids)
  const wishes = await trx.deleteFrom('waitlist').where(isOf('email', addresses)).executeTakeFirst()
  const notes = await trx.deleteFrom('customer_notes').where('email', 'in', addresses).executeTakeFirst()
  await trx.deleteFrom('customer_links').where('person_email', 'in', addresses).execute()
  // Mails from and to the shop itself are not those of a person.
  const own = new Set(ownAddresses.map((address) => address.toLowerCase()))
  const mailed = addresses.filter((address) => !own.has(address))
  if (mailed.length > 0) {
    const among = sql.join(mailed)
    await sql`delete from outbox where lower(recipient) in (${among})`.execute(trx)
    await sql`delete from outbox where reply_to is not null and lower(reply_to) in (${among})`.execute(trx)
  }
  // A test of a mail may have been filled with an order of the person. That one was sent is asked by opening orders.
  await sql`delete from outbox where kind = 'test' and state <> 'sent'`.execute(trx)
  await sql`update outbox set subject = '', text = '', html = '' where kind = 'test' and state = 'sent'`.execute(trx)
  await forgetCustomerEntries(trx, addresses)
  return {
    accounts: Number(accounts.numDeletedRows),
    inquiries: inquiries.length,
    wishes: Number(wishes.numDeletedRows),
    notes: Number(notes.numDeletedRows),
  }
}

/** Takes an address out of the entries about it, and of those about addresses that were merged with it at some time. */
async function forgetCustomerEntries(trx: Trx, addresses: readonly string[]): Promise<void> {
  const isMain = (column: 'before' | 'after', address: string) =>
    containsText(sql.ref(column), `"main_address":${JSON.stringify(address)}`)
  await trx
    .updateTable('audit_log')
    .set({ subject_id: 'deleted', before: 'null', after: 'null' })
    .where('subject_kind', '=', 'customer')
    .where((row) =>
      row.or([
        row('subject_id', 'in', addresses),
        ...addresses.flatMap((address) => [isMain('before', address), isMain('after', address)]),
      ]),
    )
    .execute()
}

/** Takes what people wrote, and addresses, out of the entries about these subjects, which cannot be undone with it. */
async function scrubAudit(trx: Trx, kind: 'order' | 'inquiry', ids: readonly string[]): Promise<void> {
  const entries = await trx
    .selectFrom('audit_log')
    .select(['id', 'action', 'before', 'after'])
    .where('subject_kind', '=', kind)
    .where('subject_id', 'in', ids)
    .orderBy('id')
    .execute()
  for (const { id, action, before, after } of entries) {
    const scrub = (text: string) => {
      // An address that was removed would otherwise be put back as that word.
      return action === 'order.address_corrected' ? 'null' : canonicalJson(scrubbed(JSON.parse(text)))
    }
    const [old, now] = [scrub(before), scrub(after)]
    if (old === before && now === after) continue
    await trx.updateTable('audit_log').set({ before: old, after: now }).where('id', '=', id).execute()
  }
}

const PERSONAL: ReadonlySet<string> = new Set([
  'note',
  'delivery_address',
  'tracking_number',
  'answer',
  'details',
  'cancellation_reason',
  'cancellation_details',
])

function scrubbed(value: Json): Json {
  // Notes of earlier versions are texts alone.
  if (typeof value === 'string') return DELETED
  if (Array.isArray(value)) return value.map((item: Json) => (typeof item === 'string' ? item : scrubbed(item)))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (typeof inner !== 'string') return [key, scrubbed(inner)]
      return [key, PERSONAL.has(key) && inner !== '' ? DELETED : inner]
    }),
  )
}
