import { get } from '../http/call.ts'
import { asRecord, asText } from '../http/coercion.ts'

export type ClientToken = { clientToken: string; provider: 'braintree' | 'sandbox' }

export const paymentCalls = {
  getClientToken: get<ClientToken | null>('/api/api/bt/client_token', parseClientToken),
}

/** Parses the token; without a provider it is Braintree's. `null` when missing or empty. */
export function parseClientToken(body: unknown): ClientToken | null {
  const row = asRecord(body)
  const clientToken = asText(row?.clientToken)
  if (clientToken === null) return null
  return { clientToken, provider: row?.provider === 'sandbox' ? 'sandbox' : 'braintree' }
}
