import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/**
 * One line a request: method, route, status, milliseconds. Never an address, a query string or a body: order lookup
 * carries names in its query (R24).
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, log, routeOptions } = request
    log.info({
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    })
  })
}

/** How often the answers given from memory are summed up, in milliseconds. */
const SUM_EVERY = 1000

export type KeptLog = { count: (method: string, status: number) => void; close: () => void }

/**
 * Answers given from memory: one line a second with their number, since a line each would cost a tenth of what the
 * answer itself does.
 */
export function logKeptAnswers(log: () => FastifyBaseLogger): KeptLog {
  const counts = new Map<string, { method: string; status: number; answers: number }>()
  function flush(): void {
    for (const { method, status, answers } of counts.values()) log().info({ method, route: 'kept', status, answers })
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
