import { type Cents, writeDollars } from '@shop/contract/money'
import { paidCents } from '@shop/contract/order-totals'
import { findState } from '@shop/contract/tax'
import type { Database } from '../database/database.ts'
import { stripControlCharacters } from '../lib/control-characters.ts'
import { toCsv } from '../lib/csv.ts'
import { addressLine } from './orders.mail.ts'
import { type ExportedOrder, listOrdersBetween } from './orders-page.repository.ts'

/** Both days count. */
export type Period = { from: string; to: string }

const COLUMNS = [
  'order_id',
  'order_date',
  'channel',
  'status',
  'first_name',
  'last_name',
  'email',
  'phone',
  'state',
  'delivery_address',
  'goods',
  'delivery',
  'tax_rate',
  'tax',
  'total',
  'paid_back',
  'payment',
  'delivered_on',
] as const

/** The orders of a period as CSV, oldest first. */
export async function ordersCsv(database: Database, period: Period): Promise<string> {
  return toCsv(COLUMNS, (await listOrdersBetween(database, period)).map(orderRow))
}

function orderRow(order: ExportedOrder): Record<(typeof COLUMNS)[number], string | number> {
  const text = (value: string | null) => stripControlCharacters(value ?? '')
  return {
    order_id: order.order_id,
    order_date: order.order_date,
    channel: order.channel,
    status: text(order.imported_status ?? order.order_status),
    first_name: text(order.first_name),
    last_name: text(order.last_name),
    email: text(order.email),
    phone: text(order.phone),
    state: text(stateOf(order)),
    delivery_address: text(addressLine(order.delivery_address ?? '')),
    goods: writeDollars(order.total_cents),
    delivery: writeDollars(order.delivery_cents),
    tax_rate: order.tax_rate_millionths / 1_000_000,
    tax: writeDollars(order.tax_cents),
    total: writeDollars(paidCents(order)),
    paid_back: writeDollars(order.refunded_cents),
    payment: order.payment ?? '',
    delivered_on: order.delivered_on ?? '',
  }
}

const TAX_COLUMNS = ['state', 'orders', 'goods', 'delivery', 'tax', 'total', 'paid_back', 'not_paid_yet'] as const

type StateSums = { orders: number; goods: Cents; delivery: Cents; tax: Cents; paidBack: Cents; unpaid: Cents }

/**
 * What was sold and charged in each state in a period as CSV, for who does the taxes. Orders whose items were all cancelled
 * are left out; what was paid back of others stands beside them.
 */
export async function taxCsv(database: Database, period: Period): Promise<string> {
  const orders = (await listOrdersBetween(database, period)).filter(({ order_status }) => order_status !== 'cancelled')
  const states = Map.groupBy(orders, (order) => stateOf(order) ?? 'unknown')
  const rows = [...states]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([state, own]) => ({ state, ...sumsOf(own) }))
  return toCsv(
    TAX_COLUMNS,
    rows.map(({ state, orders: count, goods, delivery, tax, paidBack, unpaid }) => ({
      state,
      orders: count,
      goods: writeDollars(goods),
      delivery: writeDollars(delivery),
      tax: writeDollars(tax),
      total: writeDollars(goods + delivery + tax),
      paid_back: writeDollars(paidBack),
      not_paid_yet: writeDollars(unpaid),
    })),
  )
}

function sumsOf(orders: readonly ExportedOrder[]): StateSums {
  const sum = (read: (order: ExportedOrder) => Cents) => orders.reduce((total, order) => total + read(order), 0)
  return {
    orders: orders.length,
    goods: sum(({ total_cents }) => total_cents),
    delivery: sum(({ delivery_cents }) => delivery_cents),
    tax: sum(({ tax_cents }) => tax_cents),
    paidBack: sum(({ refunded_cents }) => refunded_cents),
    unpaid: sum((order) => (order.payment === 'unpaid' ? paidCents(order) : 0)),
  }
}

/** The state whose tax was charged; of orders from before that of the address. */
function stateOf({ state, delivery_address }: ExportedOrder): string | null {
  return state ?? findState(delivery_address ?? '')
}
