import type { FastifyInstance } from 'fastify'
import { REQUEST_ID_HEADER } from '../request-id.ts'

/** Returns the id with each response. Set last, so that no cached response holds the id of the request it was made for. */
export function returnRequestId(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
}
