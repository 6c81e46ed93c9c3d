import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Answers a request at once that is rejected before its body has arrived, such as one that is too large, and goes on to
 * read the rest, for as long as any body may take. Fastify closes such a connection; with something left to read on it
 * that is a reset, and clients that are still sending would not see the response.
 */
export function drainRejectedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode < 400 || !app.server.listening || !hasUnreadBody(request.raw)) return
    reply.removeHeader('connection')
    request.raw.resume()
  })
}

function hasUnreadBody({ headers, complete }: IncomingMessage): boolean {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return hasBody && complete === false
}
