import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { TOO_LONG, UNREADABLE } from '../errors/client-error.ts'
import { sendError } from '../errors/send-error.ts'
import { hasSeveralHosts } from '../several-hosts.ts'

/** The longest accepted URL; longer ones are a sign of a fault. */
const MAX_URL_LENGTH = 8 * 1024

/** Rejects requests that can be parsed but not served: with an overlong URL, without a host, or with several. */
export function rejectMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.originalUrl.length > MAX_URL_LENGTH) return sendError(reply, TOO_LONG.error, 414)
    if (lacksHost(request.raw) || hasSeveralHosts(request.raw)) return sendError(reply, UNREADABLE.error)
  })
}

/** HTTP/1.1 requires a host. Node would reject such a request itself, without a body and without our headers. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}
