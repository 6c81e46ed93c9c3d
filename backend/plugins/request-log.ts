import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/**
 * One line a request: method, route, status, milliseconds. Never an address, a query string or a body: order lookup
 * carries names in its query (R24).
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    logRequest(request.log, request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime)
  })
}

export function logRequest(log: FastifyBaseLogger, method: string, route: string, status: number, ms: number): void {
  log.info({ method, route, status, ms: Math.round(ms * 10) / 10 })
}
