import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SalesGrouping } from '@shop/contract/books/sales-views'
import { listAudit } from '../../backend/admin/audit/audit.repository.ts'
import { compareFigures } from '../../backend/books/compare-figures.ts'
import { postWaiting } from '../../backend/books/post-worker.ts'
import { readSales } from '../../backend/books/read-sales.ts'
import { countScarceGoods, listProductsPage } from '../../backend/catalog/products/products.repository.ts'
import { findWaitingInquiries, listInquiriesPage } from '../../backend/contact/contact.repository.ts'
import { listPeople, listPersonFacts } from '../../backend/customers/people.repository.ts'
import { readCustomer } from '../../backend/customers/read-customer.ts'
import { listCodes } from '../../backend/discounts/discounts.repository.ts'
import { countUnsent, listUnsent } from '../../backend/mail/outbox.repository.ts'
import { MODULES } from '../../backend/modules.ts'
import { findProblems } from '../../backend/operations/doctor/find-problems.ts'
import { listDueOrders } from '../../backend/orders/fulfilment/due-orders.ts'
import { listOrdersPage, listToRefund } from '../../backend/orders/list/orders-page.repository.ts'
import { type Database, openStore } from '../../backend/platform/database/database.ts'
import { readFlags } from '../../backend/platform/process/read-flags.ts'
import { readSettings } from '../../backend/platform/settings/settings.ts'
import { loadFirstSettings } from '../../backend/platform/settings/shop-settings.repository.ts'
import { readStateSales } from '../../backend/tax/state-sales.ts'
import { reportDemand } from '../../backend/visits/demand-report.ts'
import { setup as startPostgres } from '../../tests/harness/servers/postgres.ts'
import { median, percentile } from '../load.ts'
import { measureExports } from './exports.ts'
import { fillAdmin } from './fill-admin.ts'

/**
 * Fills a shop with that many products and orders (`npm run bench:admin -- 50000 1000000`). Prints how long each list
 * of the admin takes, for one and for ten who ask at once, how long each export holds others, and what memory it uses.
 * It runs on SQLite, with `postgres` behind the numbers on a PostgreSQL of its own, or on the empty database of
 * `BENCH_DATABASE_URL`. With `books` only the page Sales is measured, which takes a third of the time, and
 * with `exports` only the exports.
 */
readFlags({
  command: 'npm run bench:admin -- [PRODUCTS [ORDERS]]',
  does: 'Fills a shop and prints how long each list in the admin takes.',
  flags: { books: 'Only the Sales page.', exports: 'Only the exports.', postgres: 'On PostgreSQL.' },
  others: /^\d+$/,
})
const words = process.argv.slice(2)
const [products = 50_000, orders = 1_000_000] = words.filter((word) => /^\d+$/.test(word)).map(Number)
const RUN_COUNT = 5
/** How many ask for a list in the same moment, and how often. */
const AT_ONCE = 10
const BATCH_COUNT = 2
const OWNER_ACCESS = { seesInquiries: true, mayDelete: true }
const DAYS_OF_YEAR = Array.from({ length: 365 }, (_, day) =>
  new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10),
)
const TEN_YEARS = { from: '2016-01-01', to: '2025-12-31' }
const TWO_YEARS = { ...TEN_YEARS, from: '2024-01-01' }
const booksOnly = words.includes('books')
const exportsOnly = words.includes('exports')
const onPostgres = words.includes('postgres')
const stopPostgres = onPostgres ? await startPostgres() : undefined
const databaseUrl = process.env.BENCH_DATABASE_URL ?? (onPostgres ? process.env.TEST_DATABASE_URL : null) ?? null
const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
const never = { acquire: 600_000, connect: 60_000, query: 600_000, statement: 600_000 }
const store = await openStore({ databaseUrl, dataDir: folder }, { timeouts: never })
try {
  await loadFirstSettings(store.database)
  const started = performance.now()
  await fillAdmin(store.database, databaseUrl === null ? 'sqlite' : 'postgres', {
    products,
    orders,
    booksOnly,
  })
  console.log(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  for (const [name, work] of Object.entries(sumBooks(store.database))) {
    const before = performance.now()
    await work()
    console.log(`${name}: ${((performance.now() - before) / 1000).toFixed(1)} s`)
  }
  if (!booksOnly) console.table(await measureExports(store.database))
  const rows: Record<string, { ms: string; 'of 10 at once': string; 'p95 of them': string; rows: number }> = {}
  for (const [name, list] of Object.entries(listsOf(store.database))) {
    let found = 0
    const measure = async (): Promise<number> => {
      const before = performance.now()
      found = await list()
      return performance.now() - before
    }
    const alone: number[] = []
    for (let run = 0; run < RUN_COUNT; run += 1) alone.push(await measure())
    const together: number[] = []
    for (let batch = 0; batch < BATCH_COUNT; batch += 1) {
      together.push(...(await Promise.all(Array.from({ length: AT_ONCE }, measure))))
    }
    rows[name] = {
      ms: median(alone).toFixed(1),
      'of 10 at once': median(together).toFixed(0),
      'p95 of them': percentile(together, 0.95).toFixed(0),
      rows: found,
    }
  }
  if (!exportsOnly) console.table(rows)
} finally {
  await store.close()
  await rm(folder, { recursive: true, force: true })
  await stopPostgres?.()
}

/** Writing the rows of all orders, as after an update, and comparing them with the columns. */
function sumBooks(database: Database): Record<string, () => Promise<unknown>> {
  return {
    'writing the rows of all orders': () => postWaiting(database),
    'comparing all figures': async () => {
      const found = await compareFigures(database)
      if (found.length > 0) throw new Error(`${found.length} figures differ`)
    },
  }
}

/** The page Sales. */
function salesLists(database: Database): Record<string, () => Promise<number>> {
  const sales = async (by: SalesGrouping, period = TEN_YEARS) =>
    (await readSales(database, period, by)).card.rows.length
  const year = { from: '2020-01-01', to: '2020-12-31' }
  return {
    'sales, ten years by month': () => sales('month'),
    'sales, ten years by product': () => sales('product'),
    'sales, ten years by state': () => sales('state'),
    'sales, two years by week': () => sales('week', TWO_YEARS),
    'sales, ten years by quarter': () => sales('quarter'),
    'sales, ten years by line': () => sales('line'),
    'sales, ten years by channel': () => sales('channel'),
    'sales, ten years, tax by quarter and state': () => sales('tax'),
    'sales, a year by day': () => sales('day', year),
    'sales by state of twelve months': async () => (await readStateSales(database, new Date(2025, 10, 9))).length,
  }
}

function listsOf(database: Database): Record<string, () => Promise<number>> {
  if (exportsOnly) return {}
  return booksOnly ? salesLists(database) : lists(database)
}

/** Each list of the admin: how many rows it gives. */
function lists(database: Database): Record<string, () => Promise<number>> {
  const count = async (rows: Promise<{ length: number } | { size: number }>) => {
    const found = await rows
    return 'length' in found ? found.length : found.size
  }
  const page = { from: null, limit: 51 }
  const orderList = (filter: 'all' | 'to_ship' | 'to_pay_back', q = '') =>
    count(listOrdersPage(database, { filter, q }, page))
  const people = async (q: string, after = '') => {
    const found = await listPeople(database, { q, after, limit: 51 })
    return count(listPersonFacts(database, found))
  }
  const any = { search: '', status: null, line: null, stock: 'any' } as const
  const settings = { ...readSettings({ SMTP_URL: 'smtp://mail.example' }), dataDir: folder, databaseUrl }
  const doctor = { database, settings, clock: () => new Date(), modules: MODULES }
  const deep = { from: { position: 1000 + products - 60, product_id: 'p1' }, limit: 51 }
  return {
    ...salesLists(database),
    'orders, all': () => orderList('all'),
    'orders, deep in the list': () =>
      count(
        listOrdersPage(
          database,
          { filter: 'all', q: '' },
          { from: { orderDate: '2017-01-01', orderId: '1' }, limit: 51 },
        ),
      ),
    'orders, to ship': () => orderList('to_ship'),
    'orders, to refund': () => orderList('to_pay_back'),
    'orders by number': () => orderList('all', '1000777'),
    'orders by name': () => orderList('all', 'First12 Last12'),
    'orders by e-mail': () => orderList('all', 'mail777@shop.example'),
    'orders by one letter that all have': () => orderList('all', 'm'),
    'orders by a number that none has': () => orderList('all', '99'),
    'orders to ship by one letter': () => orderList('to_ship', 'f'),
    'orders that are to go out': async () => (await listDueOrders(database, 'all', new Date())).orders.length,
    'discount codes': () => count(listCodes(database)),
    'what people look for, a year': async () => (await reportDemand(database, DAYS_OF_YEAR)).products.length,
    'to refund of a page': () => count(listToRefund(database, ['1000001', '1000002'])),
    'customers, all': () => people(''),
    'customers, deep in the list': () => people('', 'mail7'),
    'customers by name': () => people('First12 Last12'),
    'customers by e-mail': () => people('mail777@shop.example'),
    'customers by one letter that all have': () => people('m'),
    'customers by what none has': () => people('zebra'),
    'page of a customer': async () => (await readCustomer(database, 'mail777@shop.example', OWNER_ACCESS)).orders,
    'products, all': () => count(listProductsPage(database, any, page)),
    'products, deep in the list': () => count(listProductsPage(database, any, deep)),
    'products sold out': () => count(listProductsPage(database, { ...any, stock: 'out' }, page)),
    'products by name': () => count(listProductsPage(database, { ...any, search: 'bag 4999' }, page)),
    'inquiries, open': () => count(listInquiriesPage(database, 'open', page)),
    'inquiries, answered': () => count(listInquiriesPage(database, 'answered', page)),
    'inquiries, spam': () => count(listInquiriesPage(database, 'spam', page)),
    'inquiries that hold a word': () => count(listInquiriesPage(database, 'all', { ...page, search: 'message 777' })),
    'inquiries that hold what none holds': () =>
      count(listInquiriesPage(database, 'all', { ...page, search: 'zebra' })),
    'changes, all': () => count(listAudit(database, {}, 51)),
    'changes of a day': () => count(listAudit(database, { from: '2019-05-05', until: '2019-05-06' }, 51)),
    'changes of a person': () => count(listAudit(database, { actors: ['command'] }, 51)),
    'unsent mails': () => count(listUnsent(database, { state: 'failed', limit: 200 })),
    'Today: inquiries': async () => (await findWaitingInquiries(database)).waiting,
    'Today: mails': async () => (await countUnsent(database)).failed,
    'Today: scarce goods': async () => (await countScarceGoods(database)).sold_out,
    'Today: what the doctor finds': () => count(findProblems(doctor, { thorough: false })),
  }
}
