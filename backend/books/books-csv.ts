import { type BooksSheet, listFigures, taxOwed } from '@shop/contract/books/admin'
import { type SalesGrouping, type SalesPeriod, salesLabel } from '@shop/contract/books/sales-views'
import { formatDollars } from '@shop/contract/money'
import type { Database } from '../platform/database/database.ts'
import { type Columns, csvParts } from '../platform/lib/csv/csv.ts'
import { type BooksLine, readLines } from './books.repository.ts'
import { type SalesRow, sumFigures } from './ledger/sum-figures.ts'
import { readRows } from './read-sales.ts'

/** A sheet of the books, in chunks. The period includes both days. */
export function booksCsv(database: Database, period: SalesPeriod, sheet: BooksSheet): AsyncGenerator<string> {
  if (sheet === 'movements') return csvParts(COLUMNS, readLines(database, period))
  if (sheet === 'tax-by-month') return csvParts(TAX_COLUMNS, taxRows(database, period))
  return csvParts(viewColumns(sheet), viewRows(database, period, sheet))
}

const COLUMNS: Columns<BooksLine> = {
  day: ({ day }) => day,
  movement: ({ kind }) => kind,
  order_id: ({ order_id }) => order_id,
  name: ({ first_name, last_name }) => `${first_name ?? ''} ${last_name ?? ''}`.trim(),
  state: ({ state }) => state,
  recorded: ({ way }) => WAY_LABELS[way],
  payment: ({ way, payment }) => (way === 'card' ? 'card' : payment),
  goods: ({ goods_cents }) => formatDollars(goods_cents),
  discount: ({ discount_cents }) => formatDollars(discount_cents),
  code: ({ code_cents }) => formatDollars(code_cents),
  delivery: ({ delivery_cents }) => formatDollars(delivery_cents),
  tax: ({ tax_cents }) => formatDollars(tax_cents),
  tax_paid_back: ({ tax_paid_back_cents }) => formatDollars(tax_paid_back_cents),
  charged: ({ charged_cents }) => formatDollars(charged_cents),
  paid_back: ({ paid_back_cents }) => formatDollars(paid_back_cents),
  disputed: ({ disputed_cents }) => formatDollars(disputed_cents),
  waiting: ({ waiting_cents }) => formatDollars(waiting_cents),
  settled: ({ settled }) => (settled === null ? null : settled ? 'yes' : 'no'),
  id: ({ id }) => id,
}

const WAY_LABELS = { card: 'by the gateway', hand: 'by hand' } as const

const TAX_COLUMNS: Columns<SalesRow> = {
  month: ({ key }) => key.slice(0, 7),
  state: ({ key }) => key.slice(8) || 'unknown',
  recorded: ({ way }) => WAY_LABELS[way],
  orders: ({ figures }) => figures.orders,
  goods: ({ figures }) => formatDollars(figures.goods_cents),
  discount: ({ figures }) => formatDollars(figures.discount_cents),
  code: ({ figures }) => formatDollars(figures.code_cents),
  delivery: ({ figures }) => formatDollars(figures.delivery_cents),
  tax: ({ figures }) => formatDollars(figures.tax_cents),
  tax_paid_back: ({ figures }) => formatDollars(figures.tax_paid_back_cents),
  tax_owed: ({ figures }) => formatDollars(taxOwed(figures)),
  charged: ({ figures }) => formatDollars(figures.charged_cents),
  paid_back: ({ figures }) => formatDollars(figures.paid_back_cents),
  disputed: ({ figures }) => formatDollars(figures.disputed_cents),
}

async function* taxRows(database: Database, period: SalesPeriod): AsyncGenerator<SalesRow[]> {
  yield await sumFigures(database, period, 'month and state')
}

function viewColumns(by: SalesGrouping): Columns<SalesRow> {
  const figures = listFigures(by, 'card').map((name) => [
    name.replace('_cents', ''),
    ({ figures }: SalesRow) => (name.endsWith('_cents') ? formatDollars(figures[name]) : figures[name]),
  ])
  return {
    key: ({ key }) => key,
    name: ({ key, name }) => salesLabel(by, key, name),
    recorded: ({ way }) => WAY_LABELS[way],
    ...Object.fromEntries(figures),
  }
}

async function* viewRows(database: Database, period: SalesPeriod, by: SalesGrouping): AsyncGenerator<SalesRow[]> {
  yield await readRows(database, period, by)
}
