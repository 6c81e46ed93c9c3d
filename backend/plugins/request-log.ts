import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ObservedRequest } from '../metrics/metrics.ts'

/**
 * One line a request: id, method, route, status, milliseconds. Never an address, a query string or a body: order lookup
 * carries names in its query (R24).
 */
export function logRequests(app: FastifyInstance, observe: (request: ObservedRequest) => void): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, log, routeOptions } = request
    const answered = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    log.info({ ...answered, ms: Math.round(reply.elapsedTime * 10) / 10 })
    observe({ ...answered, seconds: reply.elapsedTime / 1000 })
  })
}

/** How often the answers given from memory are summed up, in milliseconds. */
const SUM_EVERY = 1000

export type KeptLog = { count: (method: string, status: number) => void; close: () => void }

/**
 * Answers given from memory: one line a second with their number, since a line each would cost a tenth of what the
 * answer itself does.
 */
export function logKeptAnswers(
  log: () => FastifyBaseLogger,
  observe: (method: string, status: number, answers: number) => void,
): KeptLog {
  const counts = new Map<string, { method: string; status: number; answers: number }>()
  function flush(): void {
    for (const { method, status, answers } of counts.values()) {
      log().info({ method, route: 'kept', status, answers })
      observe(method, status, answers)
    }
    counts.clear()
  }
  const timer = setInterval(flush, SUM_EVERY).unref()
  return {
    count: (method, status) => {
      const key = method + status
      const known = counts.get(key)
      if (known) known.answers += 1
      else counts.set(key, { method, status, answers: 1 })
    },
    close: () => {
      clearInterval(timer)
      flush()
    },
  }
}
