import type { Figures, SalesWay } from '@shop/contract/books/admin'
import type { SalesPeriod } from '@shop/contract/books/sales-views'
import { type EntryKind, FIGURE_NAMES, NO_FIGURES } from '@shop/contract/order-money'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { BATCH_ROWS, chunksOf } from '../platform/database/queries.ts'
import type { LedgerTables } from './ledger/ledger.tables.ts'

/** A movement of the books: an order, or money. */
export type BooksLine = Figures & {
  day: string
  kind: 'order' | 'charge' | 'refund' | 'dispute'
  /** The payment's reference where it has no order. */
  order_id: string
  first_name: string | null
  last_name: string | null
  state: string
  way: SalesWay
  /** How the shop noted that it was paid. */
  payment: string | null
  /** `null` of what the gateway has no part in. */
  settled: boolean | null
  /** The gateway's own id, or that of a refund by hand. */
  id: string | null
}

/**
 * One line per movement, on the day that it counts, of the rows that are there at the start. An order that changes
 * during the read may get rows on days before and after the one that is read.
 */
export async function* readLines(
  database: Database,
  period: SalesPeriod,
  clock = () => new Date(),
): AsyncGenerator<BooksLine[]> {
  const start = clock()
  for (const day of await listBooksDays(database, period)) yield* readLinesOf(database, day, { start, clock })
}

async function listBooksDays(database: Database, { from, to }: SalesPeriod): Promise<string[]> {
  const days = database.selectFrom('sales_sums').select('day').distinct()
  const rows = await days.where('day', '>=', from).where('day', '<=', to).orderBy('day').execute()
  return rows.map(({ day }) => day)
}

const LINE_OF: Readonly<Record<EntryKind, BooksLine['kind']>> = {
  sale: 'order',
  authorization: 'order',
  capture: 'charge',
  refund: 'refund',
  dispute: 'dispute',
}

type Row = Selectable<LedgerTables['order_transactions']> & {
  first_name: string | null
  last_name: string | null
  paid: string | null
}

const ORDER_KINDS: EntryKind[] = ['sale', 'authorization']

/**
 * Movements of a day in batches of some orders: orders with what was paid by hand, then gateway movements and refunds. Only
 * the order numbers are in memory for the whole day.
 */
async function* readLinesOf(
  database: Database,
  day: string,
  times: { start: Date; clock: () => Date },
): AsyncGenerator<BooksLine[]> {
  const ids = async (column: 'order_id' | 'payment') => {
    const query = database.selectFrom('order_transactions').select(column).distinct().where('day', '=', day)
    const of = column === 'payment' ? query.where('order_id', 'is', null) : query
    const rows = await of.where(column, 'is not', null).orderBy(column).execute()
    return chunksOf(
      rows.map((row) => row[column]),
      BATCH_ROWS,
    )
  }
  const batches = [
    ...(await ids('payment')).map((chunk) => ({ column: 'payment' as const, chunk })),
    ...(await ids('order_id')).map((chunk) => ({ column: 'order_id' as const, chunk })),
  ]
  for (const isOfOrder of [true, false])
    for (const batch of batches)
      yield await listLinesOf(database, { day, start: times.start, now: times.clock(), isOfOrder, ...batch })
}

type Batch = {
  day: string
  start: Date
  now: Date
  isOfOrder: boolean
  column: 'order_id' | 'payment'
  chunk: (string | null)[]
}

async function listLinesOf(
  database: Database,
  { day, start, now, isOfOrder, column, chunk }: Batch,
): Promise<BooksLine[]> {
  const rows = await database
    .selectFrom('order_transactions as t')
    .leftJoin('orders as o', 'o.order_id', 't.order_id')
    .selectAll('t')
    .select(['o.first_name', 'o.last_name', 'o.payment as paid'])
    .where(`t.${column}`, 'in', chunk)
    .$if(column === 'payment', (query) => query.where('t.order_id', 'is', null))
    // Not by the index of days, which has all orders of the day.
    .where(sql`t.day || ''`, '=', day)
    // A row of the future is from before a clock was set right.
    .where((row) =>
      row.or([row('t.created_at', '<=', start.toISOString()), row('t.created_at', '>', now.toISOString())]),
    )
    .where((row) => {
      const ofOrder = row.or([row('t.kind', 'in', ORDER_KINDS), row('t.movement_id', 'is', null)])
      return isOfOrder ? ofOrder : row.not(ofOrder)
    })
    .orderBy('t.order_id')
    .orderBy('t.payment')
    .orderBy((row) => row.fn('length', ['t.transaction_id']))
    .orderBy('t.transaction_id')
    .execute()
  return [...Map.groupBy(rows, lineKeyOf).values()].flatMap(lineOf)
}

function lineKeyOf({ order_id, payment, kind, way, movement_id, settled }: Row): string {
  const of = order_id ?? payment
  return JSON.stringify(LINE_OF[kind] === 'order' ? [of] : [of, LINE_OF[kind], way, movement_id, settled])
}

/** The line of a movement. None where its rows add up to zero, except for an order that still exists. */
function lineOf(rows: readonly Row[]): BooksLine[] {
  // An order to be paid by hand may have been paid by card since.
  const row = rows.at(-1)
  if (row === undefined) return []
  const { day, way, state, first_name, last_name, paid, movement_id, settled } = row
  const kind = LINE_OF[row.kind]
  const figures = { ...NO_FIGURES }
  for (const name of FIGURE_NAMES) figures[name] = rows.reduce((sum, each) => sum + each[name], 0)
  if (FIGURE_NAMES.every((name) => figures[name] === 0) && (kind !== 'order' || first_name === null)) return []
  return [
    {
      ...{ ...figures, day, way, state, kind, first_name, last_name, payment: paid, id: movement_id },
      order_id: row.order_id ?? row.payment ?? '',
      settled: kind === 'order' || way === 'hand' ? null : settled === 1,
    },
  ]
}
