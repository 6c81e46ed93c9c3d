import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { TOO_LONG, UNREADABLE } from '../errors/client-error.ts'
import { sendError } from '../errors/send-error.ts'

/** The longest address that is answered; browsers and proxies send longer ones only when something is broken. */
const MAX_URL_LENGTH = 8 * 1024

/** Refuses requests that can be parsed but not answered: with an overlong address, or without a host. */
export function rejectMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.originalUrl.length > MAX_URL_LENGTH) return sendError(reply, TOO_LONG.error, 414)
    if (lacksHost(request.raw)) return sendError(reply, UNREADABLE.error)
  })
}

/** HTTP/1.1 demands a host. Node would refuse such a request by itself, without a body and without our headers. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}
