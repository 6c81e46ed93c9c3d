import type { FigureName } from '@shop/contract/books/admin'
import { type Entry, FIGURE_NAMES } from '@shop/contract/order-money'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { chunksOf } from '../../platform/database/queries.ts'

export const GOODS_FIGURES: readonly FigureName[] = ['units', 'goods_cents', 'discount_cents', 'code_cents']

/** The key of a month's sums. It sorts after every day, so no period of days includes it. */
export function monthKey(month: string): string {
  return `m${month}`
}

/** Adds rows to sums of days and months. Transactions lock sums last and in one order, to avoid deadlocks. */
export async function addToSums(trx: Trx, rows: readonly Entry[]): Promise<void> {
  const dated = rows.flatMap((row) => [row, { ...row, day: monthKey(row.day.slice(0, 7)) }])
  await addTo(trx, SALES_TABLE, dated)
  await addTo(
    trx,
    PRODUCTS_TABLE,
    dated.filter(({ product_id }) => product_id !== null),
  )
}

type SumTable = {
  name: string
  key: readonly ('day' | 'way' | 'state' | 'channel' | 'product_id')[]
  others: readonly 'product_name'[]
  figures: readonly FigureName[]
}

const SALES_TABLE: SumTable = {
  name: 'sales_sums',
  key: ['day', 'way', 'state', 'channel'],
  others: [],
  figures: FIGURE_NAMES,
}
const PRODUCTS_TABLE: SumTable = {
  name: 'product_sums',
  key: ['day', 'way', 'product_id'],
  others: ['product_name'],
  figures: GOODS_FIGURES,
}

async function addTo(trx: Trx, table: SumTable, rows: readonly Entry[]): Promise<void> {
  const { name, key, others, figures } = table
  for (const chunk of chunksOf(summed(rows, table))) {
    const values = sql.join(chunk.map((row) => sql`(${sql.join(row)})`))
    await sql`insert into ${sql.id(name)} (${listed([...key, ...others, ...figures])}) values ${values}
      on conflict (${listed(key)}) do update set ${addedTo(table)}`.execute(trx)
  }
}

function summed(rows: readonly Entry[], { key, others, figures }: SumTable): (string | number | null)[][] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(key.map((column) => row[column])))
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => {
      const sums = figures.map((figure) => group.reduce((sum, row) => sum + row[figure], 0))
      return { sums, first: group.slice(0, 1).flatMap((row) => [...key, ...others].map((column) => row[column])) }
    })
    .filter(({ sums }) => sums.some((sum) => sum !== 0))
    .map(({ first, sums }) => [...first, ...sums])
}

/** Adds the rows that the sums lack. Rows that others write at the same time are in both or in neither. */
export async function correctSums(trx: Trx): Promise<void> {
  await correct(trx, SALES_TABLE, sql`true`)
  await correct(trx, PRODUCTS_TABLE, sql`product_id is not null`)
}

async function correct(trx: Trx, table: SumTable, condition: RawBuilder<unknown>): Promise<void> {
  const { name, key, others, figures } = table
  const columns = listed([...key, ...others, ...figures])
  const rest = listed([...key.slice(1), ...others, ...figures])
  const negative = sql.join(figures.map((figure) => sql`-${sql.id(figure)}`))
  const sums = sql.join(figures.map((figure) => sql`sum(${sql.id(figure)})`))
  const lacking = sql.join(
    figures.map((figure) => sql`sum(${sql.id(figure)}) <> 0`),
    sql` or `,
  )
  const keys = listed(key)
  const names = others.map((column) => sql`max(${sql.id(column)})`)
  await sql`insert into ${sql.id(name)} (${columns})
    select ${sql.join([keys, ...names, sums])} from (
      select ${columns} from order_transactions where ${condition}
      union all select 'm' || substr(day, 1, 7), ${rest} from order_transactions where ${condition}
      union all select ${sql.join([listed([...key, ...others]), negative])} from ${sql.id(name)}
    ) found where true group by ${keys} having ${lacking}
    on conflict (${keys}) do update set ${addedTo(table)}`.execute(trx)
}

function listed(names: readonly string[]): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.id(name)))
}

function addedTo({ name, figures }: SumTable): RawBuilder<unknown> {
  return sql.join(
    figures.map((figure) => sql`${sql.id(figure)} = ${sql.id(name, figure)} + ${sql.id('excluded', figure)}`),
  )
}
