import { sql } from 'kysely'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { noteChangedDays, noteDaysOf } from './changed-days.ts'
import {
  changedDays,
  DAY_COLUMNS,
  type DayFilter,
  DISPUTE_DAY,
  dayFigures,
  monthKey,
  PRODUCT_COLUMNS,
  productFigures,
  REFUND_DAY,
} from './figures.ts'
import { fillTaxInRefunds, listOrdersWithoutTax } from './refund-taxes.ts'

/** Days that are summed in one transaction. */
const DAYS_AT_ONCE = 10

/**
 * Fills in the tax in refunds where it is missing, and sums the days that have changed or that a version before has summed,
 * each once: in a rush a day changes again before it is summed. Returns how many days.
 */
export async function sumChangedDays(database: Database, signal?: AbortSignal): Promise<number> {
  await fillTax(database, signal)
  await noteDaysOfVersionsBefore(database)
  for (let [summed, last] = [0, '']; ; ) {
    signal?.throwIfAborted()
    const rows = await database
      .selectFrom('books_changes')
      .select('day')
      .distinct()
      .where('day', '>', last)
      .orderBy('day')
      .limit(DAYS_AT_ONCE)
      .execute()
    const days = rows.map(({ day }) => day)
    if (days.length === 0) return summed
    await sumDays(database, days)
    summed += days.length
    last = days.at(-1) ?? last
  }
}

/** Orders of which the refunds are filled in in one transaction. */
const ORDERS_AT_ONCE = 100

async function fillTax(database: Database, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const ids = await listOrdersWithoutTax(database, ORDERS_AT_ONCE)
    if (ids.length === 0) return
    await inTransaction(database, async (trx) => {
      await lockSums(trx)
      const lock = trx.updateTable('orders').set((row) => ({ version: row.ref('version') }))
      await lock.where('order_id', 'in', ids).execute()
      await fillTaxInRefunds(trx, ids)
    })
  }
}

/** Of a process that knew no channels, or no tax in refunds. */
const OF_VERSION_BEFORE = sql.raw(`(channel = '' or tax_paid_back_cents is null)`)

/**
 * Notes days that such a process has summed. Only months are looked through, which are far fewer than days: a month with such a day
 * is known by the same. Its first day is noted as well, so that a month is summed anew that has no such day any more.
 */
async function noteDaysOfVersionsBefore(database: Database): Promise<void> {
  const { rows } = await sql<{ day: string }>`with months as (
      select distinct substr(day, 2) as month from books_days where day >= 'm' and ${OF_VERSION_BEFORE})
    select month || '-01' as day from months
    union select day from months cross join books_days
      where day between month || '-01' and month || '-31' and ${OF_VERSION_BEFORE}`.execute(database)
  const days = rows.map(({ day }) => day)
  if (days.length > 0) await inTransaction(database, (trx) => noteChangedDays(trx, days))
}

/**
 * Changes are deleted first: what is committed after that is among the changes still or again, so that no sum is taken for
 * right that is not. Others that sum wait.
 */
async function sumDays(database: Database, days: readonly string[]): Promise<void> {
  const among = isAmong(days)
  await inTransaction(database, async (trx) => {
    await lockSums(trx)
    await trx.deleteFrom('books_changes').where('day', 'in', days).execute()
    await trx.deleteFrom('books_days').where('day', 'in', days).execute()
    await trx.deleteFrom('books_products').where('day', 'in', days).execute()
    await sql`insert into books_days (day, ${DAY_COLUMNS}) ${dayFigures(among)}`.execute(trx)
    await sql`insert into books_products (day, ${PRODUCT_COLUMNS})
      ${productFigures(among)}`.execute(trx)
    for (const month of new Set(days.map((day) => day.slice(0, 7)))) await sumMonth(trx, month)
  })
}

/** Long periods are read by month. The tax paid back is `null` in a month with a day on which it is, so that this day is found. */
async function sumMonth(trx: Trx, month: string): Promise<void> {
  const key = monthKey(month)
  const ofMonth = sql`day between ${`${month}-01`} and ${`${month}-31`}`
  await trx.deleteFrom('books_days').where('day', '=', key).execute()
  await trx.deleteFrom('books_products').where('day', '=', key).execute()
  await sql`insert into books_days (day, ${DAY_COLUMNS})
    select cast(${key} as text), way, state, channel, sum(orders), sum(goods_cents), sum(discount_cents), sum(code_cents),
      sum(delivery_cents), sum(tax_cents), case when count(*) = count(tax_paid_back_cents) then sum(tax_paid_back_cents) end,
      sum(charged_cents), sum(paid_back_cents), sum(disputed_cents)
    from books_days where ${ofMonth} group by way, state, channel`.execute(trx)
  await sql`insert into books_products (day, ${PRODUCT_COLUMNS})
    select cast(${key} as text), way, product_id, max(product_name), sum(units), sum(goods_cents), sum(discount_cents),
      sum(code_cents)
    from books_products where ${ofMonth} group by way, product_id`.execute(trx)
}

async function lockSums(trx: Trx): Promise<void> {
  await trx
    .updateTable('counters')
    .set((row) => ({ value: row('value', '+', 1) }))
    .where('name', '=', 'books')
    .execute()
}

/** Sums all days anew; returns how many. */
export async function sumAllDays(database: Database): Promise<number> {
  await inTransaction(database, (trx) => noteDaysOf(trx, ALL_DAYS))
  return sumChangedDays(database)
}

const ALL_DAYS = sql`select day from books_days where day < 'm' union select day from books_products where day < 'm'
  union select order_date from orders union select day from payment_movements
  union select ${REFUND_DAY} from order_refunds union select ${DISPUTE_DAY} from disputes`

/** Days whose sums are not those of their rows, though nothing has changed since; compared a few at a time. */
export async function listWrongDays(database: Database): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select day from (${ALL_DAYS}) days order by day`.execute(database)
  const wrong: string[] = []
  for (let from = 0; from < rows.length; from += DAYS_AT_ONCE) {
    const among = isAmong(rows.slice(from, from + DAYS_AT_ONCE).map(({ day }) => day))
    const found = await sql<{
      day: string
    }>`with summed as (select day, ${DAY_COLUMNS} from books_days where ${among(sql`day`)}),
        counted as (select day, ${DAY_COLUMNS} from (${dayFigures(among)}) f)
      select distinct day from (
        select * from (select * from summed except select * from counted) a
        union all select * from (select * from counted except select * from summed) b
      ) d where day not in ${changedDays} order by day`.execute(database)
    wrong.push(...found.rows.map(({ day }) => day))
  }
  return wrong
}

function isAmong(days: readonly string[]): DayFilter {
  return (day) => sql`${day} in (${sql.join(days)})`
}
