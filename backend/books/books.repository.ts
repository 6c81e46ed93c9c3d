import type { SalesPeriod } from '@shop/contract/books/sales-views'
import type { Cents } from '@shop/contract/money'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { BooksWay } from './days/books.tables.ts'
import { type DayFilter, moneyFigures, orderFigures } from './days/figures.ts'

/** A movement of the books: an order, or money. */
export type BooksLine = {
  day: string
  kind: 'order' | 'charge' | 'refund' | 'dispute'
  order_id: string
  first_name: string | null
  last_name: string | null
  state: string
  way: BooksWay
  /** How the shop noted that it was paid. */
  payment: string | null
  goods: Cents
  discount: Cents
  code: Cents
  delivery: Cents
  tax: Cents
  tax_paid_back: Cents
  charged: Cents
  paid_back: Cents
  disputed: Cents
  waiting: Cents
  /** `null` of what the gateway has no part in. */
  settled: boolean | null
  /** The gateway's own id, or that of a refund by hand. */
  id: string | null
}

/** The days of a period on which something counts. */
export async function listBooksDays(database: Database, { from, to }: SalesPeriod): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select day from books_days where day between ${from} and ${to}
    union select day from books_changes where day between ${from} and ${to} order by day`.execute(database)
  return rows.map(({ day }) => day)
}

const NO_AMOUNTS = {
  goods: 0,
  discount: 0,
  code: 0,
  delivery: 0,
  tax: 0,
  tax_paid_back: 0,
  charged: 0,
  paid_back: 0,
  disputed: 0,
  waiting: 0,
}

type Amounts = 'goods' | 'discount' | 'code' | 'delivery' | 'tax' | 'charged' | 'waiting'
type OrderRow = Pick<BooksLine, 'order_id' | 'day' | 'way' | 'state' | 'first_name' | 'last_name' | 'payment'> &
  Record<Amounts, number | string>

/** The orders of a day; what was paid for those that no gateway has the money of is `charged`. */
export async function listOrdersOf(database: Database, day: string): Promise<BooksLine[]> {
  const { rows } =
    await sql<OrderRow>`select f.order_id, f.day, f.way, f.state, f.goods, f.discount, f.code, f.delivery, f.tax,
      f.charged, o.first_name, o.last_name, o.payment,
      (select coalesce(sum(p.authorized_cents), 0) from payments p
        where p.order_id = f.order_id and p.state = 'authorized') as waiting
    from (${orderFigures(isDay(day))}) f join orders o on o.order_id = f.order_id order by f.order_id`.execute(database)
  return rows.map((row) => ({
    ...row,
    ...NO_AMOUNTS,
    kind: 'order',
    goods: Number(row.goods),
    discount: Number(row.discount),
    code: Number(row.code),
    delivery: Number(row.delivery),
    tax: Number(row.tax),
    charged: Number(row.charged),
    waiting: Number(row.waiting),
    settled: null,
    id: null,
  }))
}

type MoneyRow = Pick<BooksLine, 'order_id' | 'day' | 'way' | 'state' | 'first_name' | 'last_name' | 'payment'> & {
  id: string
  kind: 'charge' | 'refund' | 'dispute'
  settled: number
  amount: number | string
  tax: number | string
}

const AMOUNT_OF = { charge: 'charged', refund: 'paid_back', dispute: 'disputed' } as const

/** Charges, refunds and disputes of a day. */
export async function listMoneyOf(database: Database, day: string): Promise<BooksLine[]> {
  const { rows } =
    await sql<MoneyRow>`select m.id, m.day, m.way, m.state, m.order_id, m.kind, m.settled, m.amount, m.tax,
      o.first_name, o.last_name, o.payment
    from (${moneyFigures(isDay(day))}) m left join orders o on o.order_id = m.order_id
    order by m.order_id, m.kind, m.id`.execute(database)
  return rows.map(({ amount, tax, settled, ...row }) => ({
    ...row,
    ...NO_AMOUNTS,
    [AMOUNT_OF[row.kind]]: Number(amount),
    tax_paid_back: Number(tax),
    settled: row.way === 'hand' ? null : settled === 1,
  }))
}

function isDay(day: string): DayFilter {
  return (column) => sql`${column} = ${day}`
}
