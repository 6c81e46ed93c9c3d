import {
  buildEntries,
  type Entry,
  isToRefund,
  type OrderMoney,
  rowsToAdd,
  sumReceived,
  taxInRefund,
} from '@shop/contract/order-money'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'
import { addToSums } from './add-to-sums.ts'
import type { LedgerTables } from './ledger.tables.ts'
import { type KnownMoney, type KnownMovement, readMoney } from './read-money.ts'

type Row = Selectable<LedgerTables['order_transactions']>

/**
 * Writes the missing rows of orders and payments, and their sums. Returns the number of rows. `created`: inserted in
 * this transaction.
 */
export async function postOrders(
  trx: Trx,
  orderIds: Iterable<string>,
  created: ReadonlySet<string> = new Set(),
): Promise<number> {
  const added: Row[] = []
  for (const ids of chunksOf([...new Set(orderIds)].sort())) {
    await lockOrders(
      trx,
      ids.filter((id) => !created.has(id)),
    )
    const written = await listWritten(trx, ids)
    const known = await readMoney(trx, ids)
    const taxes = [...known.values()].flatMap(missingTaxes)
    await writeTaxes(trx, taxes)
    const found = new Map(taxes.map(({ movement_id, tax }) => [movement_id, tax]))
    await listToRefund(trx, [...known.values()])
    for (const [id, money] of known) added.push(...newRows(id, written.get(id) ?? [], withTaxes(money, found)))
  }
  for (const rows of chunksOf(added)) await trx.insertInto('order_transactions').values(rows).execute()
  await addToSums(trx, added)
  return added.length
}

/** Locks orders and payments, so one transaction at a time writes their rows. */
async function lockOrders(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const orders = trx.updateTable('orders').set((row) => ({ version: row.ref('version') }))
  await orders.where('order_id', 'in', ids).execute()
  const payments = trx.updateTable('payments').set((row) => ({ state: row.ref('state') }))
  await payments.where('reference', 'in', ids).execute()
}

/** The written rows by order, or by reference for a payment without one. */
async function listWritten(trx: Trx, ids: readonly string[]): Promise<Map<string, Row[]>> {
  const rows = await trx
    .selectFrom('order_transactions')
    .selectAll()
    .where((row) =>
      row.or([row('order_id', 'in', ids), row.and([row('order_id', 'is', null), row('payment', 'in', ids)])]),
    )
    .execute()
  return Map.groupBy(rows, ({ order_id, payment }) => order_id ?? payment ?? '')
}

/** Updates `orders_to_refund`, by which the admin filters. */
async function listToRefund(trx: Trx, known: readonly KnownMoney[]): Promise<void> {
  for (const { order, payments } of known) {
    if (order === null || isToRefund({ order, payments }) === order.isListed) continue
    const { order_id, isListed } = order
    if (isListed) await trx.deleteFrom('orders_to_refund').where('order_id', '=', order_id).execute()
    else await trx.insertInto('orders_to_refund').values({ order_id }).execute()
  }
}

function newRows(id: string, written: readonly Row[], money: OrderMoney): Row[] {
  const created_at = new Date().toISOString()
  return rowsToAdd(written, buildEntries(money)).map((entry: Entry, index) => ({
    ...entry,
    transaction_id: `${id}-T${written.length + index + 1}`,
    created_at,
  }))
}

type MissingTax = Pick<KnownMovement, 'movement_id' | 'payment'> & { tax: number }

/** Taxes of refunds that have none yet. Others keep theirs, which may have been reported to a state. */
function missingTaxes({ movements, ...money }: KnownMoney): MissingTax[] {
  const refunds = movements
    .filter(({ kind }) => kind === 'refund')
    .toSorted((one, other) => (`${one.day} ${one.movement_id}` < `${other.day} ${other.movement_id}` ? -1 : 1))
  const known = refunds.flatMap(({ amount_cents: amount, tax_cents: tax }) => (tax === null ? [] : [{ amount, tax }]))
  const missing = refunds.filter(({ tax_cents }) => tax_cents === null)
  return missing.map(({ movement_id, payment, amount_cents: amount }) => {
    const tax = taxInRefund(sumReceived(money), known, amount)
    known.push({ amount, tax })
    return { movement_id, payment, tax }
  })
}

function withTaxes({ movements, ...money }: KnownMoney, found: ReadonlyMap<string, number>): OrderMoney {
  return {
    ...money,
    movements: movements.map(({ tax_cents, ...movement }) => {
      return { ...movement, tax_cents: tax_cents ?? found.get(movement.movement_id) ?? 0 }
    }),
  }
}

async function writeTaxes(trx: Trx, taxes: readonly MissingTax[]): Promise<void> {
  const [byHand, byCard] = [
    taxes.filter(({ payment }) => payment === null),
    taxes.filter(({ payment }) => payment !== null),
  ]
  if (byHand.length > 0) {
    const query = trx.updateTable('order_refunds').set({ tax_cents: taxByName(sql.ref('refund_id'), byHand) })
    await query.where('refund_id', 'in', byHand.map(idOf)).execute()
  }
  if (byCard.length === 0) return
  const query = trx.updateTable('payment_movements').set({ tax_cents: taxByName(sql.ref('movement_id'), byCard) })
  await query.where('movement_id', 'in', byCard.map(idOf)).execute()
}

function taxByName(column: RawBuilder<unknown>, taxes: readonly MissingTax[]): RawBuilder<number> {
  const cases = taxes.map(({ movement_id, tax }) => sql`when ${movement_id} then cast(${tax} as integer)`)
  return sql<number>`case ${column} ${sql.join(cases, sql` `)} end`
}

function idOf({ movement_id }: MissingTax): string {
  return movement_id
}
