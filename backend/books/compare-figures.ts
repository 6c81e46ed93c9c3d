import { type FigureName, SALES_FIGURES } from '@shop/contract/books/admin'
import { formatAdminMoney } from '@shop/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { type DayFilter, dayFigures, listDaysOfColumns, productFigures } from './old-figures.ts'

const DAYS_AT_ONCE = 10

const MONEY_FIGURES = [
  'orders',
  'goods_cents',
  'discount_cents',
  'code_cents',
  'delivery_cents',
  'tax_cents',
  'tax_paid_back_cents',
  'charged_cents',
  'paid_back_cents',
  'disputed_cents',
] as const satisfies readonly FigureName[]
const GOODS_FIGURES = ['units', 'goods_cents', 'discount_cents', 'code_cents'] as const satisfies readonly FigureName[]

/** A figure of a day or month that differs from its source columns. */
export type Difference = { of: string; figure: FigureName; counted: number; stored: number }

/** Compares rows and sums of all orders with the old columns, to the cent. The next release drops the columns. */
export async function compareFigures(database: Database): Promise<Difference[]> {
  const days = await listDays(database)
  const found: Difference[] = []
  for (let from = 0; from < days.length; from += DAYS_AT_ONCE) {
    const among = isAmong(days.slice(from, from + DAYS_AT_ONCE))
    const [key, product] = [sql`day, way, state, channel`, sql`day, way, product_id`]
    const rows = query(database, MONEY_FIGURES, sql`order_transactions where ${among(sql`day`)}`, key)
    const counted = query(database, MONEY_FIGURES, sql`(${dayFigures(among)}) counted`, key)
    const stored = query(database, MONEY_FIGURES, sql`sales_sums where ${among(sql`day`)}`, key)
    const goods = query(database, GOODS_FIGURES, sql`(${productFigures(among)}) counted`, product)
    const storedGoods = query(database, GOODS_FIGURES, sql`product_sums where ${among(sql`day`)}`, product)
    found.push(...findDifferences(await counted, await rows, MONEY_FIGURES))
    found.push(...findDifferences(await rows, await stored, MONEY_FIGURES))
    found.push(...findDifferences(await goods, await storedGoods, GOODS_FIGURES))
  }
  return [...found, ...(await compareMonths(database))]
}

export function differenceLine({ of, figure, counted, stored }: Difference): string {
  const format = (value: number) => (figure.endsWith('_cents') ? formatAdminMoney(value) : String(value))
  return `${of}: ${SALES_FIGURES[figure].label} ${format(stored)}, and the orders come to ${format(counted)}`
}

async function compareMonths(database: Database): Promise<Difference[]> {
  const month = (rest: string) => sql.raw(`'m' || substr(day, 1, 7), ${rest}`)
  const monthsOf = (names: readonly FigureName[], table: RawBuilder<unknown>, rest: string) => [
    query(database, names, sql`${table} where day < 'm'`, month(rest)),
    query(database, names, sql`${table} where day > 'm'`, sql.raw(`day, ${rest}`)),
  ]
  const [days, months] = monthsOf(MONEY_FIGURES, sql`sales_sums`, 'way, state, channel')
  const [goodsByDay, goodsByMonth] = monthsOf(GOODS_FIGURES, sql`product_sums`, 'way, product_id')
  return [
    ...findDifferences((await days) ?? NO_SUMS, (await months) ?? NO_SUMS, MONEY_FIGURES),
    ...findDifferences((await goodsByDay) ?? NO_SUMS, (await goodsByMonth) ?? NO_SUMS, GOODS_FIGURES),
  ]
}

type Sums = ReadonlyMap<string, ReadonlyMap<FigureName, number>>
const NO_SUMS: Sums = new Map()

async function query(
  database: Database,
  names: readonly FigureName[],
  from: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): Promise<Sums> {
  const sums = sql.join(names.map((name) => sql`sum(${sql.id(name)}) as ${sql.id(name)}`))
  const { rows } = await sql<Record<string, string | number>>`select ${key}, ${sums}
    from ${from} group by ${key}`.execute(database)
  return new Map(
    rows.map((row) => {
      const keys = Object.entries(row).filter(([name]) => !names.some((figure) => figure === name))
      return [keys.map(([, value]) => value).join(' '), new Map(names.map((name) => [name, Number(row[name])]))]
    }),
  )
}

function findDifferences(counted: Sums, stored: Sums, names: readonly FigureName[]): Difference[] {
  return [...new Set([...counted.keys(), ...stored.keys()])].flatMap((of) =>
    names.flatMap((figure) => {
      const [expected, found] = [counted.get(of)?.get(figure) ?? 0, stored.get(of)?.get(figure) ?? 0]
      return expected === found ? [] : [{ of, figure, counted: expected, stored: found }]
    }),
  )
}

async function listDays(database: Database): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select day from (${listDaysOfColumns}
    union select day from order_transactions union select day from sales_sums where day < 'm') days
    order by day`.execute(database)
  return rows.map(({ day }) => day)
}

function isAmong(days: readonly string[]): DayFilter {
  return (day) => sql`${day} in (${sql.join(days)})`
}
