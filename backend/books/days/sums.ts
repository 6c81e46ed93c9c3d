import type { SalesPeriod } from '@shop/contract/books/sales-views'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { BooksWay } from './books.tables.ts'
import {
  between,
  changedDays,
  DAY_COLUMNS,
  type DayFilter,
  dayFigures,
  monthKey,
  PRODUCT_COLUMNS,
  productFigures,
} from './figures.ts'
import { countDaysWithoutTax } from './refund-taxes.ts'

export type Sums = {
  orders: number
  goods_cents: number
  discount_cents: number
  code_cents: number
  delivery_cents: number
  tax_cents: number
  tax_paid_back_cents: number
  charged_cents: number
  paid_back_cents: number
  disputed_cents: number
}

type Numbers<T> = { [K in keyof T]: T[K] extends number ? number | string : T[K] }

/** Orders of changed days that are summed while somebody waits; their rows may be all over the disk. */
const MAX_SUMMED_AT_ONCE = 5000

/**
 * How many days of a period wait to be summed, where that takes too long to be waited for, and on how many the tax in what was
 * paid back is not known yet; else `null`.
 */
export async function countWaitingDays(
  database: Database,
  period: SalesPeriod,
  most = MAX_SUMMED_AT_ONCE,
): Promise<number | null> {
  const withoutTax = await countDaysWithoutTax(database, period)
  if (withoutTax > 0) return withoutTax
  const days = await countChangedDays(database, period)
  const { rows } = await sql<{ orders: number | string }>`select count(*) as orders from (
    select order_id from orders o where ${changed(period, days)(sql`o.order_date`)} limit ${most + 1}) waiting`.execute(
    database,
  )
  return Number(rows[0]?.orders) <= most ? null : days
}

async function countChangedDays(database: Database, { from, to }: SalesPeriod): Promise<number> {
  const days = database.selectFrom('books_changes').select('day').distinct()
  return (await days.where('day', '>=', from).where('day', '<=', to).execute()).length
}

/**
 * The rows of a query that sums at most so many changed days itself. It is told how many there are, which PostgreSQL would guess
 * far too high and read all orders, and says how many it saw: with another one meanwhile it is made again.
 */
async function readWithChanges<Row extends { changed_days: number | string }>(
  database: Database,
  period: SalesPeriod,
  query: (most: number) => RawBuilder<Row>,
): Promise<Row[]> {
  for (;;) {
    const most = await countChangedDays(database, period)
    const { rows } = await query(most).execute(database)
    const seen = rows[0]?.changed_days ?? (await countChangedDays(database, period))
    if (Number(seen) <= most) return rows
  }
}

function changedDaysNow(period: SalesPeriod): RawBuilder<unknown> {
  return sql`(select count(distinct day) from books_changes where ${between(period)(sql`day`)})`
}

const QUARTER = sql`substr(day, 1, 4) || '-Q' || ((cast(substr(day, 6, 2) as integer) + 2) / 3)`

/** What figures are summed by; a time and a state have a blank between them. */
const KEYS = {
  day: sql`day`,
  month: sql`substr(day, 1, 7)`,
  quarter: QUARTER,
  year: sql`substr(day, 1, 4)`,
  state: sql`state`,
  channel: sql`channel`,
  'month and state': sql`substr(day, 1, 7) || ' ' || state`,
  tax: sql`${QUARTER} || ' ' || state`,
}
export type SumKey = keyof typeof KEYS

const SUMS = sql`sum(orders) as orders, sum(goods_cents) as goods_cents, sum(discount_cents) as discount_cents,
  sum(code_cents) as code_cents, sum(delivery_cents) as delivery_cents, sum(tax_cents) as tax_cents,
  sum(tax_paid_back_cents) as tax_paid_back_cents, sum(charged_cents) as charged_cents, sum(paid_back_cents) as paid_back_cents,
  sum(disputed_cents) as disputed_cents`

/** A row a day of the stored sums, as their index has them: PostgreSQL would sort those of ten years, with what is summed now. */
function storedDays(period: SalesPeriod): RawBuilder<unknown> {
  return sql`select day, way, '' as state, '' as channel, ${SUMS} from books_days
    where ${between(period)(sql`day`)} and day not in ${changedDays} group by day, way`
}

/** The rows are in the order of the keys; sorted here, since PostgreSQL would sort all that it sums. */
export async function sumFigures(
  database: Database,
  period: SalesPeriod,
  by: SumKey,
): Promise<({ key: string; way: BooksWay } & Sums)[]> {
  type Row = Numbers<{ key: string; way: BooksWay; changed_days: number } & Sums>
  const query = (most: number) => sql<Row>`
    select ${changedDaysNow(period)} as changed_days, ${KEYS[by]} as key, way, ${SUMS}
    from (
      ${by === 'day' ? storedDays(period) : stored(sql`books_days`, DAY_COLUMNS, period, by)}
      union all select day, ${DAY_COLUMNS} from (${dayFigures(changed(period, most))}) changed
    ) sums group by 2, way`
  const rows = await readWithChanges(database, period, query)
  const inOrder = rows.toSorted((one, other) => (`${one.key} ${one.way}` < `${other.key} ${other.way}` ? -1 : 1))
  return inOrder.map((row) => ({
    key: row.key,
    way: row.way,
    orders: Number(row.orders),
    goods_cents: Number(row.goods_cents),
    discount_cents: Number(row.discount_cents),
    code_cents: Number(row.code_cents),
    delivery_cents: Number(row.delivery_cents),
    tax_cents: Number(row.tax_cents),
    tax_paid_back_cents: Number(row.tax_paid_back_cents),
    charged_cents: Number(row.charged_cents),
    paid_back_cents: Number(row.paid_back_cents),
    disputed_cents: Number(row.disputed_cents),
  }))
}

const NAME = sql`max(coalesce(p.product_name, s.product_name))`

type ProductSums = Pick<Sums, 'goods_cents' | 'discount_cents' | 'code_cents'> & { units: number }

/** What goods are summed by; line and color are those of the catalog, and empty once the product is gone. */
const GOODS_KEYS = {
  product: sql`s.product_id`,
  line: sql`coalesce(p.line, '')`,
  color: sql`coalesce(p.color, '')`,
}
export type GoodsKey = keyof typeof GOODS_KEYS

/** Those that sold most first; the name of a product is the present one, or as it was ordered once the product is gone. */
export async function sumGoods(
  database: Database,
  period: SalesPeriod,
  by: GoodsKey,
): Promise<({ key: string; name: string | null; way: BooksWay } & ProductSums)[]> {
  type Row = Numbers<{ key: string; name: string | null; way: BooksWay; changed_days: number } & ProductSums>
  const query = (most: number) => sql<Row>`
    select ${changedDaysNow(period)} as changed_days, ${GOODS_KEYS[by]} as key, ${by === 'product' ? NAME : sql`null`} as name, way, sum(s.units) as units,
      sum(s.goods_cents) as goods_cents, sum(s.discount_cents) as discount_cents, sum(s.code_cents) as code_cents
    from (
      select product_id, way, max(product_name) as product_name, sum(units) as units, sum(goods_cents) as goods_cents,
        sum(discount_cents) as discount_cents, sum(code_cents) as code_cents
      from (
        ${stored(sql`books_products`, PRODUCT_COLUMNS, period, 'product')}
        union all select day, ${PRODUCT_COLUMNS} from (${productFigures(changed(period, most))}) changed
      ) sums group by product_id, way
    ) s left join products p on p.product_id = s.product_id
    group by ${GOODS_KEYS[by]}, way order by goods_cents desc, key, way`
  const rows = await readWithChanges(database, period, query)
  return rows.map((row) => ({
    key: row.key,
    name: row.name,
    way: row.way,
    units: Number(row.units),
    goods_cents: Number(row.goods_cents),
    discount_cents: Number(row.discount_cents),
    code_cents: Number(row.code_cents),
  }))
}

/**
 * What is reserved on cards and not charged yet, by the days of the orders. SQLite begins a cross join with the table on its
 * left, of which few rows are wanted. The period is no `where` of the join, for the reason that is told of `KEPT`.
 */
export async function sumWaiting(
  database: Database,
  period: SalesPeriod,
  by: SumKey,
): Promise<{ key: string; waiting_cents: number }[]> {
  const { rows } = await sql<{ key: string; waiting: number | string }>`
    select ${KEYS[by]} as key, sum(authorized_cents) as waiting
    from (
      select o.order_date as day, coalesce(o.state, '') as state, o.channel,
        case when ${between(period)(sql`o.order_date`)} then p.authorized_cents else 0 end as authorized_cents
      from payments p cross join orders o where o.order_id = p.order_id and p.state = 'authorized'
    ) held group by 1 having sum(authorized_cents) > 0`.execute(database)
  return rows.map((row) => ({ key: row.key, waiting_cents: Number(row.waiting) }))
}

/**
 * The stored sums of a period without those of changed days: whole months in which no day has changed as one row each, all
 * others by day. One statement reads both, so that nothing counts twice.
 */
function stored(
  table: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  { from, to }: SalesPeriod,
  by: SumKey | 'product',
): RawBuilder<unknown> {
  const days = (condition: RawBuilder<unknown>) =>
    sql`select day, ${columns} from ${table} where ${condition} and day not in ${changedDays}`
  const [first, last] = wholeMonths({ from, to })
  if (by === 'day' || first > last) return days(sql`day between ${from} and ${to}`)
  const months = sql`(select distinct substr(day, 1, 7) as month from books_changes)`
  return sql`select substr(day, 2) || '-01' as day, ${columns} from ${table}
      where day between ${monthKey(first)} and ${monthKey(last)} and substr(day, 2) not in ${months}
    union all ${days(sql`day >= ${from} and day < ${first}`)}
    union all ${days(sql`day > ${`${last}-31`} and day <= ${to}`)}
    union all select day, ${columns} from ${months} m cross join ${table} d
      where m.month between ${first} and ${last} and d.day between m.month || '-01' and m.month || '-31'
        and day not in ${changedDays}`
}

/** The first and the last month of which all days are in a period; the first is after the last where there is none. */
function wholeMonths({ from, to }: SalesPeriod): [string, string] {
  const monthOf = (day: Date) => day.toISOString().slice(0, 7)
  const [start, end] = [new Date(from), new Date(to)]
  start.setUTCMonth(start.getUTCMonth() + (from.endsWith('-01') ? 0 : 1), 1)
  end.setUTCDate(end.getUTCDate() + 1)
  end.setUTCDate(0)
  return [monthOf(start), monthOf(end)]
}

function changed(period: SalesPeriod, most: number): DayFilter {
  const days = sql`select distinct day from books_changes where ${between(period)(sql`day`)} limit ${most}`
  return (day) => sql`${between(period)(day)} and ${day} in (${days})`
}
