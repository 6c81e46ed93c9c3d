import type { FastifyInstance } from 'fastify'
import { REQUEST_ID_HEADER } from '../../lib/request-id.ts'

/**
 * Returns the id with each response. Added last, so that cached responses do not contain the id of the request they
 * were made for.
 */
export function returnRequestId(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
}
