import type { FastifyInstance } from 'fastify'

/** Sets headers before any other hook can respond. */
export function setSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
