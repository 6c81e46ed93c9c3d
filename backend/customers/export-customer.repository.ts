import { paidCents, paidGoods } from '@shop/contract/order-totals'
import { sql } from 'kysely'
import { draftOf, type PlacementDraft } from '../checkout/placement-draft.ts'
import { isDraftOf } from '../checkout/placements.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { chunksOf, isOneOf } from '../platform/database/queries.ts'
import { listAccountsOf, listNotesOn } from './customers.repository.ts'
import { listLinksOf } from './people.repository.ts'

/** Everything that is stored of a person, but for passwords and tokens. */
export async function readAllOf(database: Database, addresses: readonly string[]) {
  const accounts = await listAccountsOf(database, addresses)
  const sessions = await database
    .selectFrom('sessions')
    .innerJoin('customers', 'customers.customer_id', 'sessions.customer_id')
    .select(['customers.email', 'device', 'sessions.created_at', 'sessions.expires_at'])
    .where(sql<boolean>`lower(customers.email) in (${sql.join(addresses)})`)
    .orderBy('sessions.created_at')
    .orderBy('token_hash')
    .execute()
  const inquiries = await database
    .selectFrom('contact_messages')
    .selectAll()
    .where(isOneOf('email', addresses))
    .orderBy('received_at')
    .orderBy('message_id')
    .execute()
  const answers = await database
    .selectFrom('contact_answers')
    .innerJoin('contact_messages', 'contact_messages.message_id', 'contact_answers.message_id')
    .select(['contact_answers.message_id', 'contact_answers.text', 'contact_answers.answered_at'])
    .where(sql<boolean>`lower(contact_messages.email) in (${sql.join(addresses)})`)
    .orderBy('contact_answers.answered_at')
    .orderBy('answer_id')
    .execute()
  const wishes = database
    .selectFrom('waitlist')
    .select(['email', 'product_id', 'confirmed_at', 'expires_at'])
    .where(isOneOf('email', addresses))
  const mails = await sql<Mail>`select kind, subject, text, created_at, sent_at from outbox
    where lower(recipient) in (${sql.join(addresses)}) order by created_at, id`.execute(database)
  const links = await listLinksOf(database, addresses)
  return {
    addresses,
    added_addresses: links.map(({ email, linked_at }) => ({ email, linked_at })),
    accounts,
    sessions,
    orders: await readOrders(database, addresses),
    inquiries: inquiries.map((inquiry) => ({
      ...inquiry,
      answers: answers.filter(({ message_id }) => message_id === inquiry.message_id),
    })),
    wishes_to_be_told: await wishes.orderBy('product_id').orderBy('email').execute(),
    notes: (await listNotesOn(database, addresses)).map(({ note, noted_at }) => ({ note, noted_at })),
    orders_that_were_not_placed: await readDrafts(database, addresses),
    mails: mails.rows.map((mail) => ({ ...mail, text: withoutTokens(mail.text) })),
  }
}

/** The text is empty once it was deleted after the days of the settings. */
type Mail = { kind: string; subject: string; text: string; created_at: string; sent_at: string | null }

/** Whoever has the token of a link may use it. */
function withoutTokens(text: string): string {
  return text.replace(/[\w-]{40,}/g, '…')
}

/** What was typed at the checkout and became no order. */
async function readDrafts(database: Database, addresses: readonly string[]) {
  const drafts = []
  for (const address of addresses) {
    const rows = await database
      .selectFrom('placements')
      .select(['created_at', 'state', 'draft'])
      .where(isDraftOf(address))
      .orderBy('created_at')
      .orderBy('placement_key')
      .execute()
    for (const { created_at, state, draft } of rows) {
      const known = draftOf({ draft })
      const typed: unknown = known === null ? JSON.parse(draft ?? 'null') : typedAtCheckout(known)
      drafts.push({ created_at, state, typed })
    }
  }
  return drafts
}

/** A draft whose amounts are called as those of an order. */
function typedAtCheckout({ customer, address, quote: { sums, discount, ...quote } }: PlacementDraft) {
  const amounts = {
    total_cents: paidGoods(quote.items),
    delivery_cents: sums.delivery - sums.discount,
    tax_cents: sums.tax,
  }
  return {
    ...{ customer, address, ...quote, ...amounts },
    ...{ discount_code: discount?.code ?? null, discount_cents: discount?.cents ?? 0 },
    total_with_delivery_and_tax_cents: paidCents(amounts),
  }
}

async function readOrders(database: Database, addresses: readonly string[]) {
  const orders = await database
    .selectFrom('orders')
    .selectAll()
    .where(isOneOf('email', addresses))
    .orderBy('order_date')
    .orderBy('order_id')
    .execute()
  const whole = []
  for (const chunk of chunksOf(orders)) {
    const ids = chunk.map(({ order_id }) => order_id)
    const items = await database
      .selectFrom('order_items')
      .selectAll()
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .orderBy('position')
      .execute()
    const refunds = await database
      .selectFrom('order_refunds')
      .select(['order_id', 'amount_cents', 'note', 'refunded_at'])
      .where('order_id', 'in', ids)
      .orderBy('refund_id')
      .execute()
    const returns = await database
      .selectFrom('order_returns')
      .select(['order_id', 'return_id', 'reason', 'details', 'answer', 'asked_at', 'return_state'])
      .where('order_id', 'in', ids)
      .orderBy('return_id')
      .execute()
    const returned = await database
      .selectFrom('order_return_items')
      .innerJoin('order_returns', 'order_returns.return_id', 'order_return_items.return_id')
      .select(['order_return_items.return_id', 'order_item_id', 'quantity'])
      .where('order_id', 'in', ids)
      .orderBy('order_item_id')
      .execute()
    const delays = await database
      .selectFrom('order_delays')
      .select(['order_id', 'noticed_at', 'ship_by', 'answer_by', 'agreed_at'])
      .where('order_id', 'in', ids)
      .orderBy('number')
      .execute()
    const notes = await database
      .selectFrom('order_notes')
      .select(['order_id', 'note', 'noted_at'])
      .where('order_id', 'in', ids)
      .orderBy('noted_at')
      .orderBy('note_id')
      .execute()
    const payments = await database
      .selectFrom('payments')
      .select(['order_id', 'state', 'captured_cents', 'refunded_cents', 'card_brand', 'card_last_four', 'created_at'])
      .where('order_id', 'in', ids)
      .orderBy('reference')
      .execute()
    for (const { version: _, ...order } of chunk) {
      const isOfOrder = ({ order_id }: { order_id: string }) => order_id === order.order_id
      whole.push({
        ...order,
        total_with_delivery_and_tax_cents: paidCents(order),
        items: items.filter(isOfOrder),
        refunds: refunds.filter(isOfOrder),
        returns: returns.filter(isOfOrder).map((one) => ({
          ...one,
          items: returned.flatMap(({ return_id, ...item }) => (return_id === one.return_id ? [item] : [])),
        })),
        delays: delays.filter(isOfOrder),
        notes: notes.filter(isOfOrder),
        card_payments: payments.filter(isOfOrder),
      })
    }
  }
  return whole
}
