import {
  type BooksSheet,
  FIGURES,
  type FigureName,
  type Figures,
  MAX_DAYS_BY,
  MAX_PRODUCT_ROWS,
  MAX_SALES_DAYS,
  type Sales,
  type SalesOfWay,
} from '@shop/contract/books/admin'
import {
  periodBefore,
  SALES_VIEWS,
  type SalesGrouping,
  type SalesPeriod,
  weekOf,
} from '@shop/contract/books/sales-views'
import { keysOf } from '@shop/contract/http/coercion'
import { formatCount } from '@shop/contract/text/plural'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { coalescedNext } from '../platform/lib/coalesced.ts'
import type { BooksWay } from './days/books.tables.ts'
import { countWaitingDays, type GoodsKey, sumFigures, sumGoods, sumWaiting } from './days/sums.ts'

const DAY = 24 * 60 * 60_000

const readings = new WeakMap<Database, ReturnType<typeof coalescedNext<Sales>>>()

/**
 * The figures of a period, by card and by hand, and what they are compared with. Those who ask for the same ones at once
 * share a reading: each would sum the changed days on its own.
 */
export async function readSales(database: Database, period: SalesPeriod, by: SalesGrouping): Promise<Sales> {
  requirePeriod(period, by)
  const shared = readings.get(database) ?? coalescedNext<Sales>()
  readings.set(database, shared)
  return shared(`${period.from} ${period.to} ${by}`, () => sumSales(database, period, by))
}

async function sumSales(database: Database, period: SalesPeriod, by: SalesGrouping): Promise<Sales> {
  const before = periodBefore(period)
  await requireSums(database, { from: before.from, to: period.to })
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

/** All rows of a view, without those that have no figure. */
export async function readRows(database: Database, period: SalesPeriod, by: SalesGrouping): Promise<SalesRow[]> {
  const rows =
    by === 'product' || by === 'line' || by === 'color'
      ? (await sumGoods(database, period, by)).map(toRow)
      : await readByKey(database, period, by)
  return rows.filter(({ figures }) => NAMES.some((name) => figures[name] !== 0))
}

async function readByKey(
  database: Database,
  period: SalesPeriod,
  by: Exclude<SalesGrouping, GoodsKey>,
): Promise<SalesRow[]> {
  // The two engines write the week of a day differently.
  const summed = by === 'week' ? 'day' : by
  const [rows, waiting] = await Promise.all([
    sumFigures(database, period, summed),
    sumWaiting(database, period, summed),
  ])
  const held = waiting.map(({ key, waiting_cents }) => ({ key, way: 'card' as const, waiting_cents }))
  const all = [...rows, ...held].map(toRow)
  return joined(by === 'week' ? all.map((row) => ({ ...row, key: weekOf(row.key) })) : all)
}

/** 400 with a sentence, unless the period has an end behind its beginning and is not too long, also for a table by day or week. */
export function requirePeriod(period: SalesPeriod, sheet: BooksSheet): void {
  if (period.from > period.to) throw new AppError('invalid_request', 'The period ends before it begins.')
  if (daysOf(period) > MAX_SALES_DAYS) {
    throw new AppError('invalid_request', 'A period has ten years at most. Choose a shorter one.')
  }
  if (sheet === 'day' && daysOf(period) > MAX_DAYS_BY.day) {
    throw new AppError('invalid_request', 'By day a table has a year at most. Choose a shorter period, or sum by week.')
  }
  if (sheet === 'week' && daysOf(period) > MAX_DAYS_BY.week) {
    throw new AppError(
      'invalid_request',
      'By week a table has two years at most. Choose a shorter period, or sum by month.',
    )
  }
}

/** 503 with a sentence after an import or an update, until the sums are there. */
export async function requireSums(database: Database, period: SalesPeriod): Promise<void> {
  const days = await countWaitingDays(database, period)
  if (days === null) return
  const message = `The figures of ${formatCount(days, 'day')} are being summed. Please try again in a minute.`
  throw new AppError('unavailable', message, null, 60)
}

function daysOf({ from, to }: SalesPeriod): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1
}

/** A row of a view. */
export type SalesRow = { key: string; name: string | null; way: BooksWay; figures: Figures }

const NAMES: readonly FigureName[] = keysOf(FIGURES)

const NONE: Figures = {
  orders: 0,
  units: 0,
  goods_cents: 0,
  discount_cents: 0,
  code_cents: 0,
  delivery_cents: 0,
  tax_cents: 0,
  tax_paid_back_cents: 0,
  charged_cents: 0,
  paid_back_cents: 0,
  disputed_cents: 0,
  waiting_cents: 0,
}

function toRow({
  key,
  name = null,
  way,
  ...some
}: Omit<SalesRow, 'figures' | 'name'> & { name?: string | null } & Partial<Figures>): SalesRow {
  return { key, name, way, figures: { ...NONE, ...some } }
}

/** Rows of the same key and way become one; in the order of the keys. */
function joined(rows: readonly SalesRow[]): SalesRow[] {
  const groups = Map.groupBy(rows, ({ key, way }) => `${way} ${key}`)
  return [...groups.values()]
    .flatMap((group) => group.slice(0, 1).map((first) => ({ ...first, figures: sumOf(group) })))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

function sumOf(rows: readonly Pick<SalesRow, 'figures'>[]): Figures {
  const sum = { ...NONE }
  for (const { figures } of rows) for (const name of NAMES) sum[name] += figures[name]
  return sum
}

function ofWay(
  all: readonly (SalesRow & { goods_before_cents: number | null })[],
  way: BooksWay,
  most: number,
): SalesOfWay {
  const rows = all.filter((row) => row.way === way)
  const listed = rows.slice(0, most).map(({ way: _, ...row }) => row)
  return { rows: listed, total: sumOf(rows), left_out: rows.length - listed.length }
}

function totalOf(rows: readonly SalesRow[], way: BooksWay): Figures {
  return sumOf(rows.filter((row) => row.way === way))
}
