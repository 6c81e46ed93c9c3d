import type { ReturnItem, ReturnState } from '@shop/contract/returns/calls'
import { returnState, type StoredReturnState } from '@shop/contract/returns/rules'
import type { Selectable } from 'kysely'
import { type KnownRefund, listRefunds } from '../books/ledger/refunds.repository.ts'
import type { Database, Trx } from '../platform/database/database.ts'
import { countDeleted } from '../platform/database/queries.ts'
import type { OrderItem } from './orders.repository.ts'
import type { LabelType } from './return-label.ts'

export type ReturnsTables = {
  order_returns: OrderReturnsTable
  order_return_items: OrderReturnItemsTable
  return_labels: ReturnLabelsTable
}

declare module '../platform/database/tables.ts' {
  interface Tables extends ReturnsTables {}
}

type OrderReturnsTable = {
  /** Order number and a number in the order: `100001-RMA1`. */
  return_id: string
  order_id: string
  /** That it was refunded is said by `order_refunds`. */
  return_state: StoredReturnState
  /** Of `RETURN_REASONS`. */
  reason: string
  /** The shopper's own text; empty without one. */
  details: string
  /** The shop's note to the shopper; empty for none. */
  answer: string
  asked_at: string
}

type OrderReturnItemsTable = ReturnItem & { return_id: string }

/** Prepaid labels. Anyone with the token may read one, so it is in no log and in no entry of the audit log. */
type ReturnLabelsTable = { return_id: string; token: string; type: LabelType; data: Uint8Array }

export type OrderReturn = Omit<Selectable<OrderReturnsTable>, 'return_state'> & {
  state: ReturnState
  items: ReturnItem[]
  /** `null` without a label. */
  label_token: string | null
}

export async function listReturns(
  database: Database,
  { order_id, items }: { order_id: string; items: readonly OrderItem[] },
  refunds?: readonly KnownRefund[],
): Promise<OrderReturn[]> {
  const rows = await database
    .selectFrom('order_returns')
    .leftJoin('return_labels', 'return_labels.return_id', 'order_returns.return_id')
    .selectAll('order_returns')
    .select('return_labels.token as label_token')
    .where('order_id', '=', order_id)
    .orderBy('asked_at')
    .orderBy('order_returns.return_id')
    .execute()
  if (rows.length === 0) return []
  const made = refunds ?? (await listRefunds(database, order_id))
  const returned = await database
    .selectFrom('order_return_items')
    .selectAll()
    .where(
      'return_id',
      'in',
      rows.map(({ return_id }) => return_id),
    )
    .orderBy('order_item_id')
    .execute()
  return rows.map(({ return_state, ...row }) => {
    const own = returned.filter(({ return_id }) => return_id === row.return_id)
    const bought = items.filter((item) => own.some(({ order_item_id }) => order_item_id === item.order_item_id))
    const wasRefunded = made.some(({ return_id, failed }) => return_id === row.return_id && !failed)
    return {
      ...row,
      state: returnState(return_state, { items: bought, wasRefunded }),
      items: own.map(({ order_item_id, quantity }) => ({ order_item_id, quantity })),
    }
  })
}

/** Stores what a shopper asks to return of a locked order. */
export async function insertReturn(
  trx: Trx,
  { items, ...row }: Selectable<OrderReturnsTable> & { items: readonly ReturnItem[] },
): Promise<void> {
  await trx.insertInto('order_returns').values(row).execute()
  const { return_id } = row
  await trx
    .insertInto('order_return_items')
    .values(items.map(({ order_item_id, quantity }) => ({ return_id, order_item_id, quantity })))
    .execute()
}

/** Writes how far a return of a locked order is, and what the shop says about it. */
export async function updateReturn(
  trx: Trx,
  returnId: string,
  values: Pick<Selectable<OrderReturnsTable>, 'return_state' | 'answer'>,
): Promise<void> {
  await trx.updateTable('order_returns').set(values).where('return_id', '=', returnId).execute()
}

export type ReturnLabel = Selectable<ReturnLabelsTable>

export async function insertLabel(trx: Trx, label: ReturnLabel): Promise<void> {
  await trx.insertInto('return_labels').values(label).execute()
}

export async function deleteLabel(trx: Trx, returnId: string): Promise<void> {
  await trx.deleteFrom('return_labels').where('return_id', '=', returnId).execute()
}

/** Deletes the labels, with names and addresses, of returns that were asked for before a time; returns how many. */
export function deleteOldLabels(database: Database, before: string): Promise<number> {
  const returns = database.selectFrom('order_returns').select('return_id').where('asked_at', '<', before)
  return countDeleted(database.deleteFrom('return_labels').where('return_id', 'in', returns))
}

/** The label of a token; `null` when there is none, or its return need no longer be sent. */
export async function findLabel(database: Database, token: string): Promise<ReturnLabel | null> {
  const label = await database
    .selectFrom('return_labels')
    .innerJoin('order_returns', 'order_returns.return_id', 'return_labels.return_id')
    .selectAll('return_labels')
    .where('token', '=', token)
    .where('return_state', '=', 'accepted')
    .executeTakeFirst()
  return label ?? null
}
