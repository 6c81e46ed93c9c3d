import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Upper bounds in seconds: from an answer out of memory to a database that is given up. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** One answer to a request. `route` is the pattern, never the address that was asked for. */
export type ObservedRequest = { method: string; route: string; status: number; seconds: number }

export type Metrics = {
  registry: Registry
  observeRequest: (request: ObservedRequest) => void
  /** Answers that were given from memory before any route was asked. */
  countCached: (method: string, status: number, answers: number) => void
  /** The text that Prometheus reads; of all workers together where there are several. */
  read: () => Promise<string>
}

/** The measurements of one app. */
export function createMetrics(registry = new Registry()): Metrics {
  const durations = new Histogram({
    name: 'shop_http_request_duration_seconds',
    help: 'Requests by route, and how long each took',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  const cached = new Counter({
    name: 'shop_http_cached_answers_total',
    help: 'Answers given from memory, which are not among the requests by route',
    labelNames: ['method', 'status'],
    registers: [registry],
  })
  return {
    registry,
    observeRequest: ({ seconds, ...labels }) => durations.observe(labels, seconds),
    countCached: (method, status, answers) => cached.inc({ method, status }, answers),
    read: () => registry.metrics(),
  }
}

/** The measurements of an app and of the process that runs it: memory, processor, event loop, garbage collection. */
export function createProcessMetrics(): Metrics {
  const metrics = createMetrics()
  collectDefaultMetrics({ register: metrics.registry })
  addGauge(metrics.registry, {
    name: 'shop_processes',
    help: 'Processes that answer',
    label: 'state',
    aggregator: 'sum',
    measure: () => ({ running: 1 }),
  })
  return metrics
}

/** A value that is looked up at each reading. */
export type GaugeOptions = {
  name: string
  help: string
  /** What tells the values apart. */
  label: string
  /** What becomes of it where several workers measure the same. */
  aggregator: 'sum' | 'max'
  /** Values by label; nothing is told of what could not be measured. */
  measure: () => Record<string, number> | Promise<Record<string, number>>
}

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
