import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { TOO_LONG, UNREADABLE_OUTCOME } from '../errors/client-error.ts'
import { sendError } from '../errors/error-response.ts'

/** Longer ones are a sign of a fault. */
const MAX_URL_LENGTH = 8 * 1024

/** Rejects requests with an overlong URL, or without a host. */
export function rejectMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.originalUrl.length > MAX_URL_LENGTH) return sendError(reply, TOO_LONG.error, 414)
    if (lacksHost(request.raw)) return sendError(reply, UNREADABLE_OUTCOME.error)
  })
}

/** HTTP/1.1 requires a host. Node's own rejection lacks a body and our headers. */
function lacksHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && headers.host === undefined
}

/** Rejects NUL in any text: PostgreSQL can't store it, and SQLite truncates at it. */
export function rejectNullBytes(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    // An uploaded file is not text.
    const texts = body instanceof Readable ? [params, query] : [params, query, body]
    if (hasNullByte(texts)) throw new AppError('invalid_request')
  })
}

/** Checks every text and name; without recursion, since a body may be deeply nested. */
export function hasNullByte(value: unknown): boolean {
  const ahead: unknown[] = [value]
  while (ahead.length > 0) {
    const next = ahead.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null) for (const entry of Object.entries(next)) ahead.push(...entry)
  }
  return false
}

/** Reads the rest of a rejected body. Closing would reset the connection before the client sees the response. */
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
