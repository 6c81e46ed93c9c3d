import { type Endpoint, errorBody } from '@shop/contract/http/endpoint'
import { ERROR_STATUS, type ErrorCode } from '@shop/contract/http/errors'
import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'

/** By status, with the code in the body. */
export const ERROR_RESPONSES = {
  400: {
    code: 'invalid_request',
    description: 'The request does not match this document; `details` names the fields.',
  },
  401: { code: 'unauthorized', description: 'The token is missing, unknown or expired, or the sign-in was wrong.' },
  402: { code: 'payment_declined', description: 'The bank declined the card; nothing was charged.' },
  403: { code: 'forbidden', description: 'The token belongs to another customer.' },
  404: { code: 'not_found', description: 'There is no such resource.' },
  408: { code: 'invalid_request', description: 'The request took too long to arrive.' },
  409: { code: 'conflict', description: 'The current state does not allow this; `message` says why.' },
  413: { code: 'too_large', description: 'The body is larger than the server accepts.' },
  414: { code: 'too_large', description: 'The address is longer than the server accepts.' },
  415: { code: 'unsupported_media_type', description: 'The body is not JSON.' },
  416: { code: 'range_not_satisfiable', description: 'The requested range lies outside the file.' },
  429: { code: 'rate_limited', description: 'Too many requests; try again after the seconds in `Retry-After`.' },
  431: { code: 'too_large', description: 'The headers are longer than the server accepts.' },
  500: { code: 'internal', description: 'An unexpected error, which was logged.' },
  503: {
    code: 'unavailable',
    description: 'Not available now; try again after the seconds in `Retry-After`.',
  },
} as const satisfies Record<number, { code: ErrorCode; description: string }>

type ErrorStatus = keyof typeof ERROR_RESPONSES

const ANY_REQUEST: readonly ErrorStatus[] = [400, 408, 414, 431, 500, 503]
const ANY_POST: readonly ErrorStatus[] = [413, 415, 429]

/** The part of a route's schema for the API document only, and the responses. */
export function documentedSchema(endpoint: Endpoint): FastifySchema {
  const { name, summary, description, tag, method, response, redirect, errors = [], example } = endpoint
  const statuses = [...errors.map((code) => ERROR_STATUS[code]), ...(method === 'POST' ? ANY_POST : [])]
  return {
    operationId: name,
    ...(example === undefined ? {} : { 'x-example': example }),
    summary,
    description,
    tags: [tag],
    security: securityOf(endpoint),
    response: {
      200: { description: 'Done', content: { 'application/json': { schema: response } } },
      ...(redirect === undefined ? {} : { 308: z.undefined().check(z.describe(redirect)) }),
      ...errorResponses(statuses),
    },
  }
}

/** An empty list: no token. An empty object in it: an optional token. */
function securityOf({ bearer, cookie }: Endpoint): Record<string, string[]>[] {
  if (cookie === true) return [{ adminSession: [] }]
  if (bearer === undefined) return []
  return bearer === 'required' ? [{ token: [] }] : [{}, { token: [] }]
}

/** The given error responses, and those of every request. */
export function errorResponses(statuses: readonly ErrorStatus[]): Record<number, unknown> {
  const all = [...new Set([...statuses, ...ANY_REQUEST])]
  return Object.fromEntries(
    all.map((status) => [
      status,
      {
        description: ERROR_RESPONSES[status].description,
        content: { 'application/json': { schema: errorBody } },
      },
    ]),
  )
}
