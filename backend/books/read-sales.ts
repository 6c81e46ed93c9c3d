import {
  FIGURES,
  type FigureName,
  type Figures,
  MAX_DAY_ROWS,
  MAX_PRODUCT_ROWS,
  MAX_SALES_DAYS,
  type Sales,
  type SalesGrouping,
  type SalesOfWay,
} from '@shop/contract/admin/books'
import { keysOf } from '@shop/contract/coercion'
import { formatCount } from '@shop/contract/plural'
import type { Database } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import type { BooksWay } from './days/books.tables.ts'
import { countWaitingDays, type Period, sumFigures, sumProducts, sumWaiting } from './days/sums.ts'

const DAY = 24 * 60 * 60_000

/** The figures of a period, by card and by hand. */
export async function readSales(database: Database, period: Period, by: SalesGrouping): Promise<Sales> {
  requirePeriod(period)
  await requireSums(database, period)
  if (by === 'product') return salesOf((await sumProducts(database, period)).map(toRow), MAX_PRODUCT_ROWS)
  if (by === 'day' && daysOf(period) > MAX_DAY_ROWS) {
    throw new AppError(
      'invalid_request',
      `By day a table has ${MAX_DAY_ROWS} days at most. Choose fewer, or sum by month.`,
    )
  }
  const [rows, waiting] = await Promise.all([sumFigures(database, period, by), sumWaiting(database, period, by)])
  const held = waiting.map(({ key, waiting_cents }) => ({ key, way: 'card' as const, waiting_cents }))
  return salesOf(joined([...rows, ...held].map(toRow)), Number.POSITIVE_INFINITY)
}

/** 400 with a sentence, unless the period has an end behind its beginning and is not too long. */
export function requirePeriod(period: Period): void {
  if (period.from > period.to) throw new AppError('invalid_request', 'The period ends before it begins.')
  if (daysOf(period) <= MAX_SALES_DAYS) return
  throw new AppError('invalid_request', 'A period has ten years at most. Choose a shorter one.')
}

/** 503 with a sentence after an import or an update, until the sums are there. */
export async function requireSums(database: Database, period: Period): Promise<void> {
  const days = await countWaitingDays(database, period)
  if (days === null) return
  const message = `The figures of ${formatCount(days, 'day')} are being summed. Please try again in a minute.`
  throw new AppError('unavailable', message, null, 60)
}

function daysOf({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1
}

type Row = { key: string; name: string | null; way: BooksWay; figures: Figures }

const NAMES: readonly FigureName[] = keysOf(FIGURES)

const NONE: Figures = {
  orders: 0,
  units: 0,
  goods_cents: 0,
  discount_cents: 0,
  delivery_cents: 0,
  tax_cents: 0,
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
}: Omit<Row, 'figures' | 'name'> & { name?: string | null } & Partial<Figures>): Row {
  return { key, name, way, figures: { ...NONE, ...some } }
}

/** Rows of the same key and way become one; in the order of the keys. */
function joined(rows: readonly Row[]): Row[] {
  const groups = Map.groupBy(rows, ({ key, way }) => `${way} ${key}`)
  return [...groups.values()]
    .flatMap((group) => group.slice(0, 1).map((first) => ({ ...first, figures: sumOf(group) })))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

function sumOf(rows: readonly Row[]): Figures {
  const sum = { ...NONE }
  for (const { figures } of rows) for (const name of NAMES) sum[name] += figures[name]
  return sum
}

function salesOf(rows: readonly Row[], most: number): Sales {
  return { card: ofWay(rows, 'card', most), hand: ofWay(rows, 'hand', most) }
}

function ofWay(all: readonly Row[], way: BooksWay, most: number): SalesOfWay {
  const rows = all.filter((row) => row.way === way && NAMES.some((name) => row.figures[name] !== 0))
  const listed = rows.slice(0, most).map(({ key, name, figures }) => ({ key, name, figures }))
  return { rows: listed, total: sumOf(rows), left_out: rows.length - listed.length }
}
