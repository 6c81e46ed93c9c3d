import { type Cents, writeDollars } from '@shop/contract/money'
import { paidCents } from '@shop/contract/order-totals'
import { findState } from '@shop/contract/us-address'
import type { Database } from '../database/database.ts'
import { type Columns, csvOf } from '../lib/csv.ts'
import { addressLine } from './orders.mail.ts'
import { type ExportedOrder, listOrdersBetween } from './orders-page.repository.ts'

/** Both days count. */
export type Period = { from: string; to: string }

const COLUMNS: Columns<ExportedOrder> = {
  order_id: ({ order_id }) => order_id,
  order_date: ({ order_date }) => order_date,
  channel: ({ channel }) => channel,
  status: ({ imported_status, order_status }) => imported_status ?? order_status,
  first_name: ({ first_name }) => first_name,
  last_name: ({ last_name }) => last_name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  state: stateOf,
  delivery_address: ({ delivery_address }) => addressLine(delivery_address ?? ''),
  goods: ({ total_cents }) => writeDollars(total_cents),
  discount_code: ({ discount_code }) => discount_code,
  code_discount: ({ discount_cents }) => writeDollars(discount_cents),
  delivery_option: ({ delivery_name }) => delivery_name,
  delivery: ({ delivery_cents }) => writeDollars(delivery_cents),
  tax_rate: ({ tax_rate_millionths }) => tax_rate_millionths / 1_000_000,
  tax: ({ tax_cents }) => writeDollars(tax_cents),
  total: (order) => writeDollars(paidCents(order)),
  paid_back: ({ refunded_cents }) => writeDollars(refunded_cents),
  payment: ({ payment }) => payment,
  delivered_on: ({ delivered_on }) => delivered_on,
}

/** The orders of a period as CSV, oldest first. */
export async function ordersCsv(database: Database, period: Period): Promise<string> {
  return csvOf(COLUMNS, await listOrdersBetween(database, period))
}

/** The orders of a state. */
type StateOrders = { state: string; orders: readonly ExportedOrder[] }

const sumOf =
  (read: (order: ExportedOrder) => Cents) =>
  ({ orders }: StateOrders) =>
    writeDollars(orders.reduce((sum, order) => sum + read(order), 0))

const TAX_COLUMNS: Columns<StateOrders> = {
  state: ({ state }) => state,
  orders: ({ orders }) => orders.length,
  goods: sumOf(({ total_cents }) => total_cents),
  code_discount: sumOf(({ discount_cents }) => discount_cents),
  delivery: sumOf(({ delivery_cents }) => delivery_cents),
  tax: sumOf(({ tax_cents }) => tax_cents),
  total: sumOf(paidCents),
  paid_back: sumOf(({ refunded_cents }) => refunded_cents),
  not_paid_yet: sumOf((order) => (order.payment === 'unpaid' ? paidCents(order) : 0)),
}

/**
 * What was sold and charged in each state in a period as CSV, for who does the taxes. Orders whose items were all cancelled
 * are left out; what was paid back of others stands beside them.
 */
export async function taxCsv(database: Database, period: Period): Promise<string> {
  const orders = (await listOrdersBetween(database, period)).filter(({ order_status }) => order_status !== 'cancelled')
  const states = [...Map.groupBy(orders, (order) => stateOf(order) ?? 'unknown')].map(([state, own]) => {
    return { state, orders: own }
  })
  return csvOf(
    TAX_COLUMNS,
    states.sort((one, other) => (one.state < other.state ? -1 : 1)),
  )
}

/** The state whose tax was charged; of orders from before that of the address. */
function stateOf({ state, delivery_address }: ExportedOrder): string | null {
  return state ?? findState(delivery_address ?? '')
}
