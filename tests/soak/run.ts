import autocannon from 'autocannon'
import { readFlags } from '../../backend/platform/process/read-flags.ts'
import { ensureBuilt } from '../harness/ensure-built.ts'
import { processorSeconds, residentMegabytes } from '../harness/process-usage.ts'
import { OWNERS_SHOP, startShop } from '../harness/shop/shop-server.ts'

/**
 * `npm run test:soak`: an hour (`SOAK_MINUTES`) of mixed load on one process, with its memory watched: it has to level
 * off below the limit. Talks to loopback only.
 */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 60)
const CONNECTIONS = 32
const SAMPLES = 120
const LIMIT_MB = 250
/** The last third may exceed the second one by as much; more is growth. */
const MAX_GROWTH = 1.1
/** One request in so many is a new search: it is rendered, and never cached. */
const REQUESTS_PER_SEARCH = 97
const CACHED = ['/', '/shop', '/product/101', '/product/107', '/about', '/api/products', '/api/products/101']

readFlags({
  command: 'npm run test:soak',
  does: 'Runs mixed load on one process for an hour, or SOAK_MINUTES, and watches its memory.',
})
ensureBuilt()

const shop = await startShop({ LOG_LEVEL: 'warn', TRUST_PROXY: '127.0.0.1' }, { program: OWNERS_SHOP })
const samples: number[] = []
const errors = new Map<string, number>()
const timer = setInterval(
  async () => samples.push((await residentMegabytes(shop.pid)) ?? 0),
  (MINUTES * 60_000) / SAMPLES,
)
const result = await load()
clearInterval(timer)
const cpuSeconds = (await processorSeconds(shop.pid)) ?? Number.NaN
await shop.stop()

const [, second = 0, last = 0] = thirds(samples).map((values) => Math.max(...values))
const peak = Math.max(...samples)
const statuses = Object.entries(result.statusCodeStats ?? {})
/** Load shedding may send visitors away with 503 and 429; nothing else is allowed to fail. */
const failures = statuses.filter(([status]) => !['200', '429', '503'].includes(status))
console.info(
  [
    `${result.requests.total} requests in ${MINUTES} minutes, ${Math.round(result.requests.average)} a second, ${result.errors} connection errors`,
    `Processor time of a request, the start included: ${((cpuSeconds / result.requests.total) * 1000).toFixed(2)} ms`,
    ...[...errors].map(([error, count]) => `${count} × ${error}`),
    `Responses by status: ${statuses.map(([status, { count = 0 }]) => `${status}: ${count}`).join(', ')}`,
    `Resident memory in MB, sampled ${samples.length} times: ${samples.filter((_, index) => index % 10 === 9).join(', ')}`,
    `Peak ${peak} MB (limit ${LIMIT_MB}); peak of the second third ${second} MB, of the last ${last} MB`,
  ].join('\n'),
)
const isFlat = last <= second * MAX_GROWTH
const passed = isFlat && peak <= LIMIT_MB && failures.length === 0 && result.errors === 0
console.info(passed ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exitCode = passed ? 0 : 1

function load(): Promise<autocannon.Result> {
  let searches = 0
  const nextSearch = () => {
    searches += 1
    const from = `10.${(searches >> 16) & 255}.${(searches >> 8) & 255}.${searches & 255}`
    return { path: `/shop?q=backpack+${searches}`, headers: { 'accept-encoding': 'br', 'x-forwarded-for': from } }
  }
  const requests = Array.from({ length: REQUESTS_PER_SEARCH }, (_, index): autocannon.Request => {
    if (index > 0) return { path: CACHED[index % CACHED.length] ?? '/' }
    // Each search comes from an address of its own: no limit applies.
    return { setupRequest: (request) => ({ ...request, ...nextSearch() }) }
  })
  const options: autocannon.Options = {
    url: shop.address,
    connections: CONNECTIONS,
    duration: MINUTES * 60,
    headers: { 'accept-encoding': 'br' },
    requests,
  }
  return new Promise((resolve, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    running.on('reqError', ({ message }: Error) => errors.set(message, (errors.get(message) ?? 0) + 1))
  })
}

function thirds(values: readonly number[]): number[][] {
  const size = Math.ceil(values.length / 3)
  return [0, 1, 2].map((part) => values.slice(part * size, (part + 1) * size))
}
