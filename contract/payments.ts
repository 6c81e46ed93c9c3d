import * as z from 'zod/mini'
import { asRecord, asText } from './coercion.ts'
import { defineEndpoint } from './endpoint.ts'

export type ClientToken = z.infer<typeof wireClientToken>

const wireClientToken = z.object({ clientToken: z.string(), provider: z.enum(['braintree', 'sandbox']) })

export const getClientTokenEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/api/bt/client_token',
  summary: 'Returns the token that starts the card payment client',
  tag: 'checkout',
  description:
    'The token with which the card fields of the payment provider start. Without Braintree keys it is for the sandbox fields.',
  response: wireClientToken,
  errors: ['unavailable', 'rate_limited'],
  parse: parseClientToken,
})

/** Parses the token; a backend that names no provider means Braintree. `null` when the token is missing or empty. */
export function parseClientToken(body: unknown): ClientToken | null {
  const row = asRecord(body)
  const clientToken = asText(row?.clientToken)
  if (clientToken === null) return null
  return { clientToken, provider: row?.provider === 'sandbox' ? 'sandbox' : 'braintree' }
}
