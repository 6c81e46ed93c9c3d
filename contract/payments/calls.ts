import { get } from '../http/call.ts'
import { asRecord, asText, keysOf } from '../http/coercion.ts'

/** Who can serve card fields, with the names on screen: payment gateways, and the sandbox of a shop without one. */
export const CARD_PROVIDERS = { braintree: 'Braintree', sandbox: 'sandbox' } as const
export type CardProvider = keyof typeof CARD_PROVIDERS

export function isCardProvider(name: unknown): name is CardProvider {
  return keysOf(CARD_PROVIDERS).some((known) => known === name)
}

/** Starts the card fields. */
export type ClientToken = { clientToken: string; provider: CardProvider }

export const paymentCalls = {
  getClientToken: get<ClientToken | null>('/api/api/bt/client_token', parseClientToken),
}

/** Parses the token; a backend that names no known provider means the first. `null` when the token is missing or empty. */
export function parseClientToken(body: unknown): ClientToken | null {
  const row = asRecord(body)
  const clientToken = asText(row?.clientToken)
  if (clientToken === null) return null
  const provider = row?.provider
  return { clientToken, provider: isCardProvider(provider) ? provider : 'braintree' }
}
