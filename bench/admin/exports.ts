import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BOOKS_SHEETS } from '@shop/contract/books/admin'
import { booksCsv } from '../../backend/books/books-csv.ts'
import { exportProductsCsv } from '../../backend/catalog/import/products-csv.ts'
import { inquiriesCsv } from '../../backend/contact/contact.admin-routes.ts'
import { listDueOrders } from '../../backend/orders/fulfilment/due-orders.ts'
import { labelsCsv } from '../../backend/orders/fulfilment/labels-csv.ts'
import { ordersCsv } from '../../backend/orders/page/orders-csv.ts'
import type { Database } from '../../backend/platform/database/database.ts'
import { percentile } from '../load.ts'

const TEN_YEARS = { from: '2016-01-01', to: '2025-12-31' }
/** By day a table covers one year, by week two. */
const FROM_BY_SHEET: Readonly<Record<string, string>> = { day: '2025-01-01', week: '2024-01-01' }
/** Parts of a file between two looks at the memory that is in use. */
const PARTS_PER_LOOK = 25

type Parts = () => AsyncIterable<string>
type Export = {
  seconds: string
  'longest hold, ms': number
  'p99 of holds': number
  'longest wait, ms': number
  'memory in use, MB': string
  MB: string
}

/**
 * Measures each export of the admin: the longest time without a turn for other work, the longest wait of a timer, and
 * the additional memory in use after a collection, since V8 leaves what is not in use where it is.
 */
export async function measureExports(database: Database): Promise<Record<string, Export>> {
  const measured: Record<string, Export> = {}
  const files = Object.entries(exportsOf(database))
  // The first round compiles the code.
  for (const [, parts] of files) for await (const _ of parts());
  for (const [name, parts] of files) {
    measured[name] = { ...(await measureHolds(parts)), 'memory in use, MB': (await measureMemory(parts)).toFixed(1) }
  }
  return measured
}

function exportsOf(database: Database): Record<string, Parts> {
  const books = BOOKS_SHEETS.map((sheet): [string, Parts] => {
    const { from, to } = TEN_YEARS
    return [`sales, ${sheet}`, () => booksCsv(database, { from: FROM_BY_SHEET[sheet] ?? from, to }, sheet)]
  })
  return {
    'all orders': () => ordersCsv(database, TEN_YEARS, 'orders'),
    'orders, sums by state': () => ordersCsv(database, TEN_YEARS, 'tax'),
    'all products': () => exportProductsCsv(database),
    'all inquiries': () => inquiriesCsv(database, 'all'),
    labels: () => labels(database),
    ...Object.fromEntries(books),
  }
}

async function* labels(database: Database): AsyncGenerator<string> {
  const { orders } = await listDueOrders(database, 'all', new Date())
  yield (
    await labelsCsv(
      database,
      orders.map(({ order }) => order),
    )
  ).csv
}

async function measureHolds(parts: Parts): Promise<Omit<Export, 'memory in use, MB'>> {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  let [turn, bytes, isOver] = [processorTime(), 0, false]
  const holds: number[] = []
  const look = () => {
    const now = processorTime()
    holds.push(now - turn)
    turn = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  delays.enable()
  const started = performance.now()
  for await (const part of parts()) bytes += part.length
  const seconds = (performance.now() - started) / 1000
  isOver = true
  delays.disable()
  return {
    seconds: seconds.toFixed(1),
    'longest hold, ms': Math.round(Math.max(0, ...holds)),
    'p99 of holds': Math.round(percentile(holds, 0.99)),
    'longest wait, ms': Math.round(delays.max / 1_000_000),
    MB: (bytes / 1_000_000).toFixed(1),
  }
}

/** Milliseconds of processor time of this thread, on which what else runs on the machine has no part. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

async function measureMemory(parts: Parts): Promise<number> {
  const before = memoryInUse()
  let [peak, count] = [before, 0]
  for await (const part of parts()) {
    if (count % PARTS_PER_LOOK === 0 || part.length > 1_000_000) peak = Math.max(peak, memoryInUse())
    count += 1
  }
  return (peak - before) / 1_000_000
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

function memoryInUse(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
