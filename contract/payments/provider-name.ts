import * as z from 'zod/mini'
import { CARD_PROVIDERS, isCardProvider } from './calls.ts'

/** The provider of a payment; `null` from a node of version 1.1, and without a row that names it. */
export const wireProvider = z._default(z.nullable(z.string()), null)
export type WireProvider = z.infer<typeof wireProvider>

/** The name of a payment provider on screen. */
export function providerName(provider: string): string {
  return isCardProvider(provider) ? CARD_PROVIDERS[provider] : provider
}

/** Where a payment provider shows its payments, within a sentence. */
export function controlPanelOf(provider: WireProvider): string {
  return `${provider === null ? 'the payment gateway' : providerName(provider)}’s control panel`
}
