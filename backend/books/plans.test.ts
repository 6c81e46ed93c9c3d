import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openStore, type Store } from '../platform/database/database.ts'
import { createDatabase } from '../testing/servers/engines.ts'
import { readMoney } from './ledger/read-money.ts'
import { dayFigures, productFigures } from './old-figures.ts'
import { postWaiting } from './post-worker.ts'
import { readSales } from './read-sales.ts'

const DAY = '2026-11-26'
const ORDERS = 5000
/** Rows that the steps of a plan read, for an order of two items; each order with each item would be 10,000. */
const MOST_AN_ORDER = 50

let created: Awaited<ReturnType<typeof createDatabase>>
let store: Store

/** A database of its own, on which no test before has run `analyze`: PostgreSQL guesses how many rows each condition leaves. */
beforeAll(async () => {
  created = await createDatabase()
  store = await openStore({ databaseUrl: created.url, dataDir: '' })
  await fillDay(store.database)
  await postWaiting(store.database)
})
afterAll(async () => {
  await store.close()
  await created.drop()
})

/** Orders of one day, each with two items and a payment that is reserved, as after a minute of a sale. */
async function fillDay(database: Database): Promise<void> {
  const numbers = sql`generate_series(1, ${sql.lit(ORDERS)}) i`
  const statements = [
    sql`insert into orders (order_id, first_name, last_name, email, order_date, order_status, total_cents, tax_cents,
        tax_rate_millionths, delivery_cents, state)
      select (1000000 + i)::text, 'Ada', 'Byron', 'ada@mail.example', ${DAY}, 'processing', 15800, 0, 0, 599, 'OR' from ${numbers}`,
    sql`insert into order_items (order_item_id, order_id, position, product_id, product_name, price_cents, quantity)
      select (1000000 + i) || '-' || p, (1000000 + i)::text, p, '10' || p, 'Bag', 7900, 1 from ${numbers}, generate_series(1, 2) p`,
    sql`insert into payments (reference, order_id, gateway_id, state, authorized_cents, captured_cents, refunded_cents, created_at)
      select 'r' || i, (1000000 + i)::text, 'g' || i, 'authorized', 16399, 0, 0, ${DAY} from ${numbers}`,
    sql`insert into payment_movements (movement_id, reference, kind, amount_cents, day, settled)
      select 'g' || i, 'r' || i, 'charge', 16399, ${DAY}, 1 from ${numbers}`,
    sql`insert into orders_to_post (order_id) select (1000000 + i)::text from ${numbers}`,
  ]
  for (const statement of statements) await statement.execute(database)
}

type Plan = { Plans?: Plan[] } & Record<string, unknown>

/** Counts the rows that all steps of a plan read, also those that a filter removed. */
function rowsOf({ Plans = [], ...step }: Plan): number {
  const counted = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Join Filter']
  const rows = counted.reduce((sum, name) => sum + Number(step[name] ?? 0), 0)
  return rows * Number(step['Actual Loops']) + Plans.reduce((sum, plan) => sum + rowsOf(plan), 0)
}

/** Makes each query of `read` show how it was run. */
async function countRows(read: (database: Database) => Promise<unknown>): Promise<number[]> {
  const nodes: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await read(store.database.withPlugin(recorder))
  const counts: number[] = []
  for (const node of nodes) {
    const query = store.database.getExecutor().compileQuery(node, { queryId: 'explained' })
    const explained = CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters])
    const { rows } = await store.database.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(explained)
    for (const { Plan } of rows.flatMap((row) => row['QUERY PLAN'])) counts.push(rowsOf(Plan))
  }
  return counts
}

const ALL = Array.from({ length: ORDERS }, (_, index) => String(1_000_001 + index))
const period = { from: '2026-01-01', to: '2026-12-31' }

test.each<[string, (database: Database) => Promise<unknown>]>([
  ['the money of orders', (database) => readMoney(database, ALL)],
  ['the sums of a day', (database) => dayFigures((day) => sql`${day} in (${DAY})`).execute(database)],
  ['the products of a day', (database) => productFigures((day) => sql`${day} in (${DAY})`).execute(database)],
  ['sales by month', (database) => readSales(database, period, 'month')],
  ['sales by day', (database) => readSales(database, period, 'day')],
  ['sales by state', (database) => readSales(database, period, 'state')],
  ['sales by product', (database) => readSales(database, period, 'product')],
])('%s read each order of a busy day a few times, on tables that PostgreSQL knows nothing of', async (_, read) => {
  const counts = await countRows(read)
  expect(counts).not.toEqual([])
  for (const count of counts) expect(count / ORDERS).toBeLessThan(MOST_AN_ORDER)
})
