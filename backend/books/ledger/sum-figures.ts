import type { Figures, SalesWay } from '@shop/contract/books/admin'
import type { SalesPeriod } from '@shop/contract/books/sales-views'
import { FIGURE_NAMES, NO_FIGURES } from '@shop/contract/order-money'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { GOODS_FIGURES, monthKey } from './add-to-sums.ts'

const QUARTER_SQL = sql`substr(day, 1, 4) || '-Q' || ((cast(substr(day, 6, 2) as integer) + 2) / 3)`

/** Keys that figures are summed by; a time and a state have a blank between them. */
const GROUPING_KEYS = {
  day: sql`day`,
  month: sql`substr(day, 1, 7)`,
  quarter: QUARTER_SQL,
  year: sql`substr(day, 1, 4)`,
  state: sql`state`,
  channel: sql`channel`,
  'month and state': sql`substr(day, 1, 7) || ' ' || state`,
  tax: sql`${QUARTER_SQL} || ' ' || state`,
}
export type SumKey = keyof typeof GROUPING_KEYS

/** Keys that goods are summed by. Line and color come from the catalog and are empty for a deleted product. */
const GOODS_KEYS = {
  product: sql`s.product_id`,
  line: sql`coalesce(p.line, '')`,
  color: sql`coalesce(p.color, '')`,
}
export type GoodsKey = keyof typeof GOODS_KEYS

export type SalesRow = { key: string; name: string | null; way: SalesWay; figures: Figures }

/** Row as PostgreSQL returns it, with large sums as text. */
type Answered = Omit<SalesRow, 'figures'> & Partial<Record<keyof Figures, number | string>>

/** Figures of a period, sorted by key. Units are summed only by product. */
export async function sumFigures(database: Database, period: SalesPeriod, by: SumKey): Promise<SalesRow[]> {
  const names = FIGURE_NAMES.filter((name) => name !== 'units')
  const columns = listOf(['way', 'state', 'channel', ...names])
  const { rows } = await sql<Answered>`select ${GROUPING_KEYS[by]} as key, null as name, way, ${sumsOf(names)}
    from (${stored(sql`sales_sums`, columns, period, by === 'day')}) stored group by 1, way`.execute(database)
  // Sorted here, because PostgreSQL would sort everything that it sums.
  const found = rows.map(toRow).filter(hasFigure)
  return found.toSorted((one, other) => (`${one.key} ${one.way}` < `${other.key} ${other.way}` ? -1 : 1))
}

/** Best sellers first. A product has its present name, or the ordered name once it is deleted. */
export async function sumGoods(database: Database, period: SalesPeriod, by: GoodsKey): Promise<SalesRow[]> {
  const name = by === 'product' ? sql`max(coalesce(p.product_name, s.product_name))` : sql`null`
  const columns = listOf(['way', 'product_id', 'product_name', ...GOODS_FIGURES])
  const { rows } = await sql<Answered>`select ${GOODS_KEYS[by]} as key, ${name} as name, way, ${sumsOf(GOODS_FIGURES)}
    from (
      select product_id, way, max(product_name) as product_name, ${sumsOf(GOODS_FIGURES)}
      from (${stored(sql`product_sums`, columns, period, false)}) stored group by product_id, way
    ) s left join products p on p.product_id = s.product_id
    group by 1, way order by goods_cents desc, 1, way`.execute(database)
  return rows.map(toRow).filter(hasFigure)
}

function listOf(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.id(name)))
}

function sumsOf(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql`sum(${sql.id(name)}) as ${sql.id(name)}`))
}

function toRow({ key, name, way, ...answered }: Answered): SalesRow {
  const figures = { ...NO_FIGURES }
  for (const figure of FIGURE_NAMES) figures[figure] = Number(answered[figure] ?? 0)
  return { key, name, way, figures }
}

/** A row that was reversed as a whole has no figures left. */
function hasFigure({ figures }: SalesRow): boolean {
  return FIGURE_NAMES.some((name) => figures[name] !== 0)
}

/** Sums of a period. Whole months are one row each, unless sums by day are wanted. */
function stored(
  table: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  { from, to }: SalesPeriod,
  byDay: boolean,
): RawBuilder<unknown> {
  const [first, last] = wholeMonths({ from, to })
  if (byDay || first > last) return sql`select day, ${columns} from ${table} where day between ${from} and ${to}`
  return sql`select substr(day, 2) || '-01' as day, ${columns} from ${table}
      where day between ${monthKey(first)} and ${monthKey(last)}
    union all select day, ${columns} from ${table} where day >= ${from} and day < ${first}
    union all select day, ${columns} from ${table} where day > ${`${last}-31`} and day <= ${to}`
}

/** First and last month that lie entirely in a period. The first is after the last if there is none. */
function wholeMonths({ from, to }: SalesPeriod): [string, string] {
  const monthOf = (day: Date) => day.toISOString().slice(0, 7)
  const [start, end] = [new Date(from), new Date(to)]
  start.setUTCMonth(start.getUTCMonth() + (from.endsWith('-01') ? 0 : 1), 1)
  end.setUTCDate(end.getUTCDate() + 1)
  end.setUTCDate(0)
  return [monthOf(start), monthOf(end)]
}

/** Number of orders that wait for their first rows, as after an update. */
export async function countToPost(database: Database): Promise<number> {
  const query = database.selectFrom('orders_to_post').select((row) => row.fn.countAll<number | string>().as('orders'))
  return Number((await query.executeTakeFirstOrThrow()).orders)
}

/** Refundable amount of an order in cents. An open dispute has taken nothing yet. */
export function leftOfOrder(orderId: string): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(charged_cents - paid_back_cents - disputed_cents * settled), 0)
    from order_transactions where order_transactions.order_id = ${sql.ref(orderId)})`
}
