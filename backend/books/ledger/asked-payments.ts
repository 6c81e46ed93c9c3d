import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

type Payment = Selectable<Tables['payments']>
type Operation = Selectable<Tables['payment_operations']>
/** A payment and what was asked of its gateway, oldest first. */
export type AskedPayment = { payment: Payment; operations: readonly Operation[] }

type OfOrder = Pick<Payment, 'order_id' | 'reference'>

/** The key of a payment's money: the order's number or, without an order, the payment's reference. */
export function orderOrReference({ order_id, reference }: OfOrder): string {
  return order_id ?? reference
}

/** The two ways in which rows of `payments` say that there is no order. */
export const WITHOUT_ORDER = [
  sql<SqlBool>`payments.order_id is null`,
  sql<SqlBool>`payments.order_id = payments.reference`,
] as const

/** Reads a row of `payments`: one with its own reference instead of an order's number has no order (decision 47). */
export function toPayment<Row extends OfOrder>(row: Row): Row {
  return row.order_id === row.reference ? { ...row, order_id: null } : row
}

/** Payments by `orderOrReference`. */
export async function listAskedPayments(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, AskedPayment[]>> {
  const rows = await database
    .selectFrom('payments')
    .selectAll()
    .where((row) =>
      row.or([row('order_id', 'in', ids), row.and([row('order_id', 'is', null), row('reference', 'in', ids)])]),
    )
    .execute()
  const references = rows.map(({ reference }) => reference)
  const asked = references.length === 0 ? [] : await listAsked(database, references)
  const operations = Map.groupBy(asked, ({ reference }) => reference)
  const payments = rows.map((row) => ({ payment: toPayment(row), operations: operations.get(row.reference) ?? [] }))
  return Map.groupBy(payments, ({ payment }) => orderOrReference(payment))
}

function listAsked(database: Database, references: readonly string[]): Promise<Operation[]> {
  return database
    .selectFrom('payment_operations')
    .selectAll()
    .where('reference', 'in', references)
    .orderBy('created_at')
    .execute()
}
