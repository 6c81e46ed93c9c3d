import { ERROR_STATUS, type ErrorCode } from '@shop/contract/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseAway, unavailableWords } from '../database/database.ts'
import '../zod-locale.ts'
import { Refusal, type RefusalDetail } from '../refusal.ts'
import { type ErrorAnswer, errorAnswer, wantsPage } from './error-answer.ts'
import type { ErrorLog } from './error-log.ts'

/** What a refusal says when nothing more fitting is known; fit to show to a shopper (R4). */
export const MESSAGES: Record<ErrorCode, string> = {
  invalid_request: 'Something in this request is not valid. Please check it and try again.',
  unauthorized: 'Please sign in first.',
  forbidden: 'You do not have access to this.',
  not_found: 'There is nothing at this address.',
  conflict: 'This cannot be done at present. Please reload the page and try again.',
  too_large: 'This is too large to be sent.',
  unsupported_media_type: 'Please send this as JSON.',
  range_not_satisfiable: 'The file does not have the requested part.',
  rate_limited: 'Too many requests. Please wait a moment and try again.',
  internal: 'Something went wrong on our side. Please try again.',
  unavailable: 'The shop is not available right now. Please try again in a moment.',
}

/** The one place where an error becomes an answer. */
export function handleErrors(app: FastifyInstance, errorLog: ErrorLog): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code === 'internal' || (refusal.code === 'unavailable' && !(error instanceof Refusal))) {
      errorLog.report(request.log, { route: request.routeOptions.url }, describeError(error), 'request failed')
    }
    return sendRefusal(reply, refusal)
  })
  for (const url of ['/api', '/api/*', '/images', '/images/*', '/assets/*']) {
    app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url, handler: answerNotFound })
  }
  app.setNotFoundHandler(answerNotFound)
}

/** Answers a refusal: a page for people, the form of R4 for calls. `status` only where HTTP has a closer one. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, status?: number): FastifyReply {
  const { url, headers } = reply.request
  return send(reply, errorAnswer(refusal, wantsPage({ url, accept: headers.accept }), status))
}

/** Answers a refusal as a page, whoever asked for one. */
export function sendErrorPage(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return send(reply, errorAnswer(refusal, true))
}

function send(reply: FastifyReply, { status, headers, body }: ErrorAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}

function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, new Refusal('not_found', MESSAGES.not_found))
}

/** What a thrown value means to the caller. Whatever is not known is `internal`, with a fixed sentence. */
export function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const details = error.validation.map(({ instancePath, message }): RefusalDetail => {
      return { field: instancePath.slice(1).replaceAll('/', '.'), message: message ?? 'is not right' }
    })
    return new Refusal('invalid_request', MESSAGES.invalid_request, details)
  }
  const code = isDatabaseAway(error) ? 'unavailable' : codeOfStatus(error.statusCode)
  return new Refusal(code, MESSAGES[code])
}

/** Fastify's own errors (no JSON, too large, unknown type, bad address) come with a status. */
function codeOfStatus(status: number | undefined): ErrorCode {
  if (status === undefined || status < 400) return 'internal'
  for (const [code, known] of Object.entries(ERROR_STATUS)) if (known === status && isErrorCode(code)) return code
  return status < 500 ? 'invalid_request' : 'internal'
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}

/**
 * What may be logged of an error: where it happened, and its words only where they cannot hold what a visitor typed
 * (a database's or a parser's message can).
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error ? String(error.code) : undefined
  const ownWords = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  return {
    name: error.name,
    code,
    message: ownWords || code?.startsWith('ERR_') || code?.startsWith('FST_') ? error.message : unavailableWords(error),
    frames: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 8),
  }
}
