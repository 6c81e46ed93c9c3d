import cluster from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'
import type { Metrics } from '../operations/metrics.ts'
import { withinTime } from '../platform/lib/days/time.ts'
import { type FromPrimary, type FromWorker, parseFromPrimary } from '../platform/process/messages.ts'

/** Slightly more than prom-client waits for all workers, in milliseconds. */
const METRICS_TIMEOUT = 6000

/** Tells the primary that this worker is listening. */
export function reportListening(greeting: string): void {
  send({ type: 'shop:listening', greeting })
}

/** Calls back when the primary requests this worker to exit. */
export function onClose(close: () => void): void {
  onMessage((message) => {
    if (message.type === 'shop:close') close()
  })
}

/** The same metrics, aggregated over all workers. */
export function sumWorkers(metrics: Metrics): Metrics {
  AggregatorRegistry.setRegistries(metrics.registry)
  // Its constructor registers the handler for the primary's requests.
  new AggregatorRegistry()
  let lastId = 0
  const readings = new Map<number, (text: string | null) => void>()
  onMessage((message) => {
    if (message.type === 'shop:metrics') readings.get(message.id)?.(message.text)
  })
  return {
    ...metrics,
    read: async () => {
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<string | null>()
      readings.set(id, resolve)
      send({ type: 'shop:metrics', id })
      const text = await withinTime(METRICS_TIMEOUT, promise).finally(() => readings.delete(id))
      if (text === null) throw new Error('the workers did not send their metrics')
      return text
    },
  }
}

function send(message: FromWorker): void {
  cluster.worker?.send(message)
}

function onMessage(listen: (message: FromPrimary) => void): void {
  process.on('message', (message) => {
    const known = parseFromPrimary(message)
    if (known !== null) listen(known)
  })
}
