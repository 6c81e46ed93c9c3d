import { keysOf } from '@shop/contract/http/coercion'
import { type Cents, formatDollars } from '@shop/contract/money'
import { paidCents } from '@shop/contract/order-totals'
import type { OrdersSheet } from '@shop/contract/orders/admin-values'
import type { Database } from '../../platform/database/database.ts'
import { type Columns, csvParts } from '../../platform/lib/csv/csv.ts'
import { type ExportedOrder, readOrdersBetween } from '../list/orders-page.repository.ts'
import { addressText, taxStateOf } from '../order-address.ts'
import { addressLine } from '../orders.mail.ts'

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
  state: taxStateOf,
  delivery_address: (order) => addressLine(addressText(order) ?? ''),
  goods: ({ total_cents }) => formatDollars(total_cents),
  discount_code: ({ discount_code }) => discount_code,
  code_discount: ({ discount_cents }) => formatDollars(discount_cents),
  delivery_option: ({ delivery_name }) => delivery_name,
  delivery: ({ delivery_cents }) => formatDollars(delivery_cents),
  tax_rate: ({ tax_rate_millionths }) => tax_rate_millionths / 1_000_000,
  tax: ({ tax_cents }) => formatDollars(tax_cents),
  total: (order) => formatDollars(paidCents(order)),
  paid_back: ({ refunded_cents }) => formatDollars(refunded_cents),
  payment: ({ payment }) => payment,
  tracking_number: ({ tracking_number }) => tracking_number,
  delivered_on: ({ delivered_on }) => delivered_on,
}

/** A sheet of a period in chunks: one row per order, oldest first, or per state. */
export function ordersCsv(database: Database, period: Period, sheet: OrdersSheet): AsyncGenerator<string> {
  if (sheet === 'tax') return csvParts(TAX_COLUMNS, readStateSums(database, period))
  return csvParts(COLUMNS, readOrdersBetween(database, period))
}

type StateSums = { state: string; orders: number } & Record<keyof typeof SUM_COLUMNS, Cents>

const SUM_COLUMNS = {
  goods: ({ total_cents }: ExportedOrder) => total_cents,
  code_discount: ({ discount_cents }: ExportedOrder) => discount_cents,
  delivery: ({ delivery_cents }: ExportedOrder) => delivery_cents,
  tax: ({ tax_cents }: ExportedOrder) => tax_cents,
  total: (order: ExportedOrder) => paidCents(order),
  paid_back: ({ refunded_cents }: ExportedOrder) => refunded_cents,
  not_paid_yet: (order: ExportedOrder) => (order.payment === 'unpaid' ? paidCents(order) : 0),
} as const satisfies Record<string, (order: ExportedOrder) => Cents>

const SUM_NAMES = keysOf(SUM_COLUMNS)

const TAX_COLUMNS: Columns<StateSums> = {
  state: ({ state }) => state,
  orders: ({ orders }) => orders,
  ...Object.fromEntries(SUM_NAMES.map((name) => [name, (sums: StateSums) => formatDollars(sums[name])])),
}

/** Sums by state, without fully cancelled orders. */
async function* readStateSums(database: Database, period: Period): AsyncGenerator<StateSums[]> {
  const byState = new Map<string, StateSums>()
  for await (const orders of readOrdersBetween(database, period)) {
    for (const order of orders.filter(({ order_status }) => order_status !== 'cancelled')) addOrder(byState, order)
  }
  yield [...byState.values()].sort((one, other) => (one.state < other.state ? -1 : 1))
}

function addOrder(byState: Map<string, StateSums>, order: ExportedOrder): void {
  const state = taxStateOf(order) ?? 'unknown'
  const sums = byState.get(state) ?? newSums(state)
  sums.orders += 1
  for (const name of SUM_NAMES) sums[name] += SUM_COLUMNS[name](order)
  byState.set(state, sums)
}

function newSums(state: string): StateSums {
  return { state, orders: 0, goods: 0, code_discount: 0, delivery: 0, tax: 0, total: 0, paid_back: 0, not_paid_yet: 0 }
}
