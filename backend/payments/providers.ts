import type { ExtraSources } from '../platform/http/content-security-policy.ts'
import type { GatewayKeys, ProviderName } from '../platform/settings/gateway-settings.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { BRAINTREE } from './braintree/braintree-provider.ts'
import type { PaymentProvider } from './gateway/payment-provider.ts'
import type { Payments } from './gateway/payments.ts'

const PROVIDERS: { readonly [Name in ProviderName]: PaymentProvider<GatewayKeys<Name>> } = {
  braintree: BRAINTREE,
}

/** Opens a gateway with the shop's keys of it. */
export function connectTo<Name extends ProviderName>(
  keys: GatewayKeys<Name> & { provider: Name },
  warn: (message: string) => void,
): Payments {
  return PROVIDERS[keys.provider].connect(keys, warn)
}

type Gateways = Pick<Settings, 'gateways'>

/** How a provider and its settings are called. */
export type ProviderWords = Pick<PaymentProvider<GatewayKeys>, 'name' | 'label' | 'settings' | 'productionSetting'>

/** The provider of new payments; of a shop without keys, the one whose keys it is advised to set. */
export function currentProvider({ gateways }: Gateways): ProviderWords {
  return PROVIDERS[gateways[0]?.provider ?? 'braintree']
}

/**
 * Foreign hosts that pages may use: only those of card fields. All pages allow them, not just the checkout, since in-app
 * navigation keeps the policy of the first document. Scripts come from the shop itself in any case. Another backend (API_URL)
 * may have keys of its own.
 */
export function cardHosts({ gateways, apiUrl }: Gateways & Pick<Settings, 'apiUrl'>): ExtraSources {
  const providers = apiUrl === null ? gateways.map(({ provider }) => PROVIDERS[provider]) : Object.values(PROVIDERS)
  return {
    frame: providers.flatMap(({ hosts }) => hosts.frame ?? []),
    connect: providers.flatMap(({ hosts }) => hosts.connect ?? []),
  }
}
