import type { FastifyBaseLogger } from 'fastify'

const LOG_INTERVAL_MS = 1000

export type CacheLog = { count: (method: string, status: number) => void; close: () => void }

/** Logs cached responses as one line a second: a line each would cost a tenth of the response. */
export function createCacheLog(
  log: () => FastifyBaseLogger,
  observe: (method: string, status: number, responses: number) => void,
): CacheLog {
  const counts = new Map<string, { method: string; status: number; responses: number }>()
  function flush(): void {
    for (const { method, status, responses } of counts.values()) {
      log().info({ method, route: 'cached', status, responses: responses })
      observe(method, status, responses)
    }
    counts.clear()
  }
  const timer = setInterval(flush, LOG_INTERVAL_MS).unref()
  return {
    count: (method, status) => {
      const key = method + status
      const known = counts.get(key)
      if (known) known.responses += 1
      else counts.set(key, { method, status, responses: 1 })
    },
    close: () => {
      clearInterval(timer)
      flush()
    },
  }
}
