import type { CustomerPage } from '@shop/contract/customers/admin'
import { MAX_SHOWN_OF_PERSON } from '@shop/contract/customers/admin'
import type { OrderRow } from '../orders/list/orders-page.repository.ts'
import { lockCounter } from '../platform/database/counters/counters.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { countDeleted, isOneOf } from '../platform/database/queries.ts'
import type { CustomerLink } from './people.repository.ts'

export function listNewestOrders(database: Database, addresses: readonly string[]): Promise<OrderRow[]> {
  return database
    .selectFrom('orders')
    .selectAll()
    .where(isOneOf('email', addresses))
    .orderBy('order_date', 'desc')
    .orderBy('order_id', 'desc')
    .limit(MAX_SHOWN_OF_PERSON)
    .execute()
}

export async function listItemsOf(database: Database, orderIds: readonly string[]) {
  const items =
    orderIds.length === 0
      ? []
      : await database
          .selectFrom('order_items')
          .select(['order_id', 'quantity', 'product_name', 'cancellation_status'])
          .where('order_id', 'in', orderIds)
          .orderBy('order_id')
          .orderBy('position')
          .execute()
  return Map.groupBy(items, ({ order_id }) => order_id)
}

/** Refunds to a person, newest first, without failed ones. */
export async function listRefundsOf(database: Database, addresses: readonly string[]) {
  const refunds = database
    .selectFrom('order_refunds')
    .innerJoin('orders', 'orders.order_id', 'order_refunds.order_id')
    .leftJoin('payment_operations', 'payment_operations.operation_id', 'order_refunds.operation_id')
    .where(isOneOf('orders.email', addresses))
    .where((row) =>
      row.or([row('payment_operations.state', 'is', null), row('payment_operations.state', '!=', 'rejected')]),
    )
  const { sum } = await refunds
    .select((row) => row.fn.sum<number | string | null>('order_refunds.amount_cents').as('sum'))
    .executeTakeFirstOrThrow()
  const rows = await refunds
    .select(['refund_id', 'order_refunds.order_id', 'order_refunds.amount_cents', 'refunded_at'])
    .orderBy('refunded_at', 'desc')
    .orderBy('refund_id')
    .limit(MAX_SHOWN_OF_PERSON)
    .execute()
  return { refunds: rows, paid_back_cents: Number(sum ?? 0) }
}

export function listInquiriesOf(database: Database, addresses: readonly string[]) {
  return database
    .selectFrom('contact_messages')
    .selectAll()
    .where(isOneOf('email', addresses))
    .orderBy('received_at', 'desc')
    .orderBy('message_id')
    .limit(MAX_SHOWN_OF_PERSON)
    .execute()
}

export function listWishesOf(database: Database, addresses: readonly string[]): Promise<CustomerPage['waits_for']> {
  return database
    .selectFrom('waitlist')
    .leftJoin('products', 'products.product_id', 'waitlist.product_id')
    .select(['waitlist.product_id', 'products.product_name'])
    .distinct()
    .where(isOneOf('waitlist.email', addresses))
    .where('confirmed_at', 'is not', null)
    .orderBy('waitlist.product_id')
    .execute()
}

/** Locks links of addresses until the end of the transaction. */
export function lockLinks(trx: Trx): Promise<void> {
  return lockCounter(trx, 'customer_links')
}

export async function findLink(database: Database, email: string): Promise<CustomerLink | null> {
  const link = database.selectFrom('customer_links').selectAll().where('email', '=', email)
  return (await link.executeTakeFirst()) ?? null
}

export async function insertLink(trx: Trx, link: CustomerLink): Promise<void> {
  await trx.insertInto('customer_links').values(link).execute()
}

export async function deleteLink(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('customer_links').where('email', '=', email).execute()
}

type Note = { note_id: string; email: string; author: string; note: string; noted_at: string }

export async function insertNote(trx: Trx, note: Note): Promise<void> {
  await trx.insertInto('customer_notes').values(note).execute()
}

export async function findNote(database: Database, noteId: string): Promise<Note | null> {
  const note = database.selectFrom('customer_notes').selectAll().where('note_id', '=', noteId)
  return (await note.executeTakeFirst()) ?? null
}

export async function deleteNote(trx: Trx, noteId: string): Promise<void> {
  await trx.deleteFrom('customer_notes').where('note_id', '=', noteId).execute()
}

export async function deleteLinksAndNotes(trx: Trx, addresses: readonly string[]): Promise<number> {
  await trx.deleteFrom('customer_links').where('person_email', 'in', addresses).execute()
  return countDeleted(trx.deleteFrom('customer_notes').where('email', 'in', addresses))
}

export function listNotesOn(database: Database, addresses: readonly string[]): Promise<Note[]> {
  return database
    .selectFrom('customer_notes')
    .selectAll()
    .where('email', 'in', addresses)
    .orderBy('noted_at', 'desc')
    .orderBy('note_id')
    .execute()
}
