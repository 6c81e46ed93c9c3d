import {
  type BooksSheet,
  type Figures,
  MAX_DAYS_BY,
  MAX_PRODUCT_ROWS,
  MAX_SALES_DAYS,
  type Sales,
  type SalesOfWay,
  type SalesWay,
} from '@shop/contract/books/admin'
import {
  periodBefore,
  SALES_VIEWS,
  type SalesGrouping,
  type SalesPeriod,
  weekOf,
} from '@shop/contract/books/sales-views'
import { DAY_MS } from '@shop/contract/durations'
import { FIGURE_NAMES, NO_FIGURES } from '@shop/contract/order-money'
import { formatCount } from '@shop/contract/text/plural'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { countToPost, type GoodsKey, type SalesRow, sumFigures, sumGoods } from './ledger/sum-figures.ts'

/** Figures of a period, by card and by hand, and the figures to compare them with. */
export async function readSales(database: Database, period: SalesPeriod, by: SalesGrouping): Promise<Sales> {
  requirePeriod(period, by)
  await requirePosted(database)
  const before = periodBefore(period)
  const { time, goods } = SALES_VIEWS[by]
  const [rows, earlier] = await Promise.all([
    readRows(database, period, by),
    readRows(database, before, time ? 'year' : by),
  ])
  const known = new Map(earlier.map(({ key, way, figures }) => [`${way} ${key}`, figures.goods_cents]))
  const compared = rows.map(({ key, way, ...row }) => {
    return { ...row, key, way, goods_before_cents: time ? null : (known.get(`${way} ${key}`) ?? 0) }
  })
  const most = goods ? MAX_PRODUCT_ROWS : Number.POSITIVE_INFINITY
  return {
    card: ofWay(compared, 'card', most),
    hand: ofWay(compared, 'hand', most),
    before: { ...before, card: totalOf(earlier, 'card'), hand: totalOf(earlier, 'hand') },
  }
}

export async function readRows(database: Database, period: SalesPeriod, by: SalesGrouping): Promise<SalesRow[]> {
  return isOfGoods(by) ? sumGoods(database, period, by) : readByKey(database, period, by)
}

function isOfGoods(by: SalesGrouping): by is GoodsKey {
  return SALES_VIEWS[by].goods
}

/** The two engines write the week of a day differently. */
async function readByKey(
  database: Database,
  period: SalesPeriod,
  by: Exclude<SalesGrouping, GoodsKey>,
): Promise<SalesRow[]> {
  if (by !== 'week') return sumFigures(database, period, by)
  const days = await sumFigures(database, period, 'day')
  return joined(days.map((row) => ({ ...row, key: weekOf(row.key) })))
}

/** Throws a 400 if the period ends before it begins, or is too long for the sheet. */
export function requirePeriod(period: SalesPeriod, sheet: BooksSheet): void {
  if (period.from > period.to) throw new AppError('invalid_request', 'The period ends before it begins.')
  if (daysOf(period) > MAX_SALES_DAYS) {
    throw new AppError('invalid_request', 'A period can be ten years at most. Choose a shorter one.')
  }
  if (sheet === 'day' && daysOf(period) > MAX_DAYS_BY.day) {
    throw new AppError(
      'invalid_request',
      'By day, a table can cover one year at most. Choose a shorter period, or group by week.',
    )
  }
  if (sheet === 'week' && daysOf(period) > MAX_DAYS_BY.week) {
    throw new AppError(
      'invalid_request',
      'By week, a table can cover two years at most. Choose a shorter period, or group by month.',
    )
  }
}

/** Throws a 503 after an update until all orders have their rows. */
export async function requirePosted(database: Database): Promise<void> {
  const orders = await countToPost(database)
  if (orders === 0) return
  const message = `We’re still adding up ${formatCount(orders, 'order')}. Please try again in a minute.`
  throw new AppError('unavailable', message, null, 60)
}

function daysOf({ from, to }: SalesPeriod): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** Merges rows of the same key and way, sorted by key. */
function joined(rows: readonly SalesRow[]): SalesRow[] {
  const groups = Map.groupBy(rows, ({ key, way }) => `${way} ${key}`)
  return [...groups.values()]
    .flatMap((group) => group.slice(0, 1).map((first) => ({ ...first, figures: sumOf(group) })))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

function sumOf(rows: readonly Pick<SalesRow, 'figures'>[]): Figures {
  const sum = { ...NO_FIGURES }
  for (const { figures } of rows) for (const name of FIGURE_NAMES) sum[name] += figures[name]
  return sum
}

function ofWay(
  all: readonly (SalesRow & { goods_before_cents: number | null })[],
  way: SalesWay,
  most: number,
): SalesOfWay {
  const rows = all.filter((row) => row.way === way)
  const listed = rows.slice(0, most).map(({ way: _, ...row }) => row)
  return { rows: listed, total: sumOf(rows), left_out: rows.length - listed.length }
}

function totalOf(rows: readonly SalesRow[], way: SalesWay): Figures {
  return sumOf(rows.filter((row) => row.way === way))
}
