import type { CustomerPage } from '@shop/contract/customers/admin'
import { listAccountsOf } from '../accounts/personal-data.repository.ts'
import { readActorNames } from '../admin/access/admins.repository.ts'
import { listAudit } from '../admin/audit/audit.repository.ts'
import { isObject } from '../admin/audit/canonical-json.ts'
import { listToCharge, listToRefund } from '../orders/list/orders-page.repository.ts'
import { serializeListedOrder } from '../orders/page/orders.serializers.ts'
import type { Database } from '../platform/database/database.ts'
import { listAddresses, requirePerson } from './change-customer.ts'
import {
  listInquiriesOf,
  listItemsOf,
  listNewestOrders,
  listNotesOn,
  listRefundsOf,
  listWishesOf,
} from './customers.repository.ts'
import { findDeletionProblem } from './open-matters.repository.ts'
import { listLinksOf, listPersonFacts } from './people.repository.ts'

export type Viewer = { seesInquiries: boolean; mayDelete: boolean }

/** Everything known about the person with an address. Throws a 404 if unknown. */
export async function readCustomer(
  database: Database,
  typed: string,
  { seesInquiries, mayDelete }: Viewer,
): Promise<CustomerPage> {
  const person = await requirePerson(database, typed, seesInquiries)
  const addresses = await listAddresses(database, person)
  const [facts] = await listPersonFacts(database, [person], seesInquiries)
  if (facts === undefined) throw new Error('a person has no facts')
  const links = await listLinksOf(database, [person])
  const orders = await listNewestOrders(database, addresses)
  const ids = orders.map(({ order_id }) => order_id)
  const [toRefund, toCharge] = [await listToRefund(database, ids), await listToCharge(database, orders)]
  const items = await listItemsOf(database, ids)
  return {
    ...facts,
    addresses: [{ email: person, linked_at: null }, ...links.map(({ email, linked_at }) => ({ email, linked_at }))],
    accounts: (await listAccountsOf(database, addresses)).map((account) => ({
      email: account.email,
      name: `${account.first_name} ${account.last_name}`,
      created_at: account.created_at,
      is_confirmed: account.email_confirmed_at !== null,
    })),
    phone: orders.find(({ phone }) => phone !== null)?.phone ?? null,
    ...(await listRefundsOf(database, addresses)),
    newest_orders: orders.map((order) => ({
      ...serializeListedOrder(order, {
        toRefund: toRefund.has(order.order_id),
        toCharge: toCharge.has(order.order_id),
      }),
      items: (items.get(order.order_id) ?? []).map(({ quantity, product_name, cancellation_status }) => {
        return { quantity, product_name, is_cancelled: cancellation_status !== null }
      }),
    })),
    inquiries: (seesInquiries ? await listInquiriesOf(database, addresses) : []).map((inquiry) => {
      const { message_id, reason, message, received_at, answered_at, probable_spam } = inquiry
      return { message_id, reason, message, received_at, answered_at, probable_spam: probable_spam === 1 }
    }),
    waits_for: await listWishesOf(database, addresses),
    notes: await readNotes(database, addresses),
    deletion_problem: mayDelete ? await findDeletionProblem(database, addresses) : null,
  }
}

/** Most audit entries to search for notes, newest first. */
const MAX_ENTRIES = 200

async function readNotes(database: Database, addresses: readonly string[]): Promise<CustomerPage['notes']> {
  const notes = await listNotesOn(database, addresses)
  if (notes.length === 0) return []
  const nameOf = await readActorNames(database)
  const undoIds = new Map<string, number>()
  for (const id of addresses) {
    for (const entry of await listAudit(database, { subject: { kind: 'customer', id } }, MAX_ENTRIES)) {
      const { action, after, undoes } = entry
      const noteId = isObject(after) ? after.note_id : null
      if (action === 'customer.noted' && undoes === null && typeof noteId === 'string') undoIds.set(noteId, entry.id)
    }
  }
  return notes.map(({ note_id, note, author, noted_at }) => {
    return { note_id, note, author: nameOf(author), noted_at, undo_id: undoIds.get(note_id) ?? null }
  })
}
