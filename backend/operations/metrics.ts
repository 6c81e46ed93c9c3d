import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ObservedGatewayCall } from '../payments/gateway/measure-payments.ts'
import type { CatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import type { Store } from '../platform/database/database.ts'
import { AppError, ERROR_MESSAGES } from '../platform/http/errors/app-error.ts'
import type { ObservedRequest } from '../platform/http/observed-request.ts'
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts'
import { withinTime } from '../platform/lib/days/time.ts'
import { PROGRAM_VERSION } from '../platform/lib/program-version.ts'
import type { Gauge as MeasuredGauge } from '../platform/module.ts'
import type { Settings } from '../platform/settings/settings.ts'

/** In seconds, from cached responses to database timeouts. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** In seconds, beyond the shop's own timeout. */
const GATEWAY_BUCKETS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 20, 30]

export type Metrics = {
  registry: Registry
  observeRequest: (request: ObservedRequest) => void
  /** Cached responses reach no route. */
  countCached: (method: string, status: number, responses: number) => void
  observeGateway: (call: ObservedGatewayCall) => void
}

export function createMetrics(registry = new Registry()): Metrics {
  const durations = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Requests by route, and how long each took',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  const cached = new Counter({
    name: 'shop_http_cached_responses_total',
    help: 'Responses from the cache, which are not among the requests by route',
    labelNames: ['method', 'status'],
    registers: [registry],
  })
  const gateway = new Histogram({
    name: 'shop_gateway_request_duration_seconds',
    help: 'Requests to the payment gateway by what came of them, and how long each took',
    labelNames: ['call', 'outcome'],
    buckets: GATEWAY_BUCKETS,
    registers: [registry],
  })
  return {
    registry,
    observeGateway: ({ seconds, ...labels }) => gateway.observe(labels, seconds),
    observeRequest: ({ seconds, ...labels }) => durations.observe(labels, seconds),
    countCached: (method, status, responses) => cached.inc({ method, status }, responses),
  }
}

export function createProcessMetrics(): Metrics {
  const metrics = createMetrics()
  collectDefaultMetrics({ register: metrics.registry })
  // The library names these gauges like counters, which Prometheus' checker rejects.
  for (const kind of ['handles', 'requests', 'resources']) {
    metrics.registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  }
  addGauge(metrics.registry, {
    name: 'shop_build_info',
    help: 'The version that runs',
    label: 'version',
    measure: () => ({ [PROGRAM_VERSION]: 1 }),
  })
  return metrics
}

/** After it, or a failure, the values are left out. */
const MEASURE_TIMEOUT_MS = 1000

export function addGauge(registry: Registry, { name, help, label, measure }: MeasuredGauge): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect: async () => {
      const values = await withinTime(MEASURE_TIMEOUT_MS, Promise.resolve().then(measure)).catch(() => ({}))
      gauge.reset()
      for (const [key, value] of Object.entries(values)) gauge.set({ [label]: key }, value)
    },
  })
}

type ProcessParts = { store: Store; catalogVersion: CatalogVersion; responseCache: ResponseCache }

export function processGauges({ store, catalogVersion, responseCache }: ProcessParts): MeasuredGauge[] {
  return [
    {
      name: 'shop_cache_bytes',
      help: 'Memory that caches take',
      label: 'cache',
      measure: () => ({ pages: responseCache.bytes }),
    },
    {
      name: 'shop_database_connections',
      help: 'Connections to PostgreSQL: open, idle, and requests that wait for one',
      label: 'state',
      measure: () => ({ ...store.connections?.() }),
    },
    {
      name: 'shop_catalog_version',
      help: 'Version of the catalog that pages are made from',
      label: 'engine',
      measure: () => ({ [store.engine]: catalogVersion.current }),
    },
  ]
}

/** Requires the token of the settings: a local address may be a proxy that forwards visitors. */
export function metricsRoutes(app: FastifyInstance, metrics: Metrics, { metricsToken }: Settings): void {
  app.get('/metrics', async (request, reply) => {
    if (!holdsToken(request, metricsToken)) throw new AppError('forbidden', ERROR_MESSAGES.forbidden)
    const body = await metrics.registry.metrics()
    return reply.headers({ 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' }).send(body)
  })
}

function holdsToken({ headers }: FastifyRequest, token: string | null): boolean {
  return token !== null && timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
