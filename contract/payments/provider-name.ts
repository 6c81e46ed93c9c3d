import { CARD_PROVIDERS, isCardProvider } from './calls.ts'

/** The name of a payment provider on screen. */
export function providerName(provider: string): string {
  return isCardProvider(provider) ? CARD_PROVIDERS[provider] : provider
}

/** Where a payment provider shows its payments, within a sentence. */
export function controlPanelOf(provider: string): string {
  return `${providerName(provider)}’s control panel`
}
