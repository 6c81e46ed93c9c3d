import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Upper bounds in seconds, from cached responses to database timeouts. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A finished request. `route` is the pattern, never the requested URL. */
export type ObservedRequest = { method: string; route: string; status: number; seconds: number }

export type Metrics = {
  registry: Registry
  observeRequest: (request: ObservedRequest) => void
  /** Counts responses from the cache, which reach no route. */
  countCached: (method: string, status: number, responses: number) => void
  /** Metrics in the Prometheus text format, aggregated over all workers. */
  read: () => Promise<string>
}

/** The metrics of one app. */
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
  return {
    registry,
    observeRequest: ({ seconds, ...labels }) => durations.observe(labels, seconds),
    countCached: (method, status, responses) => cached.inc({ method, status }, responses),
    read: () => registry.metrics(),
  }
}

/** The metrics of an app and its process: memory, processor, event loop, garbage collection. */
export function createProcessMetrics(): Metrics {
  const metrics = createMetrics()
  collectDefaultMetrics({ register: metrics.registry })
  // The library gives these gauges the names of counters, which Prometheus' own checker rejects.
  for (const kind of ['handles', 'requests', 'resources']) {
    metrics.registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  }
  addGauge(metrics.registry, {
    name: 'shop_processes',
    help: 'Processes that serve requests',
    label: 'state',
    aggregator: 'sum',
    measure: () => ({ running: 1 }),
  })
  return metrics
}

/** A value that is measured on each scrape. */
export type GaugeOptions = {
  name: string
  help: string
  /** Name of the label. */
  label: string
  /** How to aggregate the values of several workers. */
  aggregator: 'sum' | 'max'
  /** Values by label; values that cannot be measured are left out. */
  measure: () => Record<string, number> | Promise<Record<string, number>>
}

/** Adds a gauge that is measured on each scrape; a failed measurement leaves its values out. */
export function addGauge(registry: Registry, { name, help, label, aggregator, measure }: GaugeOptions): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    aggregator,
    registers: [registry],
    collect: async () => {
      const values = await Promise.resolve(measure()).catch(() => ({}))
      gauge.reset()
      for (const [key, value] of Object.entries(values)) gauge.set({ [label]: key }, value)
    },
  })
}
