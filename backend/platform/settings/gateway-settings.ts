import { BRAINTREE_SETTINGS, type BraintreeKeys, parseBraintree } from './braintree-settings.ts'
import { SettingError } from './setting-error.ts'

/** The keys of each gateway. In all environments but `production` no card is charged. */
type KeysByProvider = { braintree: BraintreeKeys }

export type ProviderName = keyof KeysByProvider

export type GatewayKeys<Name extends ProviderName = ProviderName> = KeysByProvider[Name]

export const GATEWAY_SETTINGS = { ...BRAINTREE_SETTINGS }

export const PROVIDER_NAMES: readonly ProviderName[] = ['braintree']

type Values = Parameters<typeof parseBraintree>[0] & { PAYMENT_PROVIDER?: ProviderName | undefined }

/** The gateways that are set up; the first is for new payments, PAYMENT_PROVIDER if given. Throws a `SettingError`. */
export function parseGateways(values: Values): readonly GatewayKeys[] {
  const gateways = [parseBraintree(values)].filter((keys) => keys !== null)
  const { PAYMENT_PROVIDER: chosen } = values
  if (chosen === undefined) return gateways
  if (gateways.every(({ provider }) => provider !== chosen))
    throw new SettingError(`Setting PAYMENT_PROVIDER is ${chosen}, whose other settings are missing.`)
  return gateways.toSorted((one, other) => Number(other.provider === chosen) - Number(one.provider === chosen))
}
