import type { ExtraSources } from '../../platform/http/content-security-policy.ts'
import type { ProviderName } from '../../platform/settings/gateway-settings.ts'
import type { Payments } from './payments.ts'

/** A kind of payment gateway, with all that the shop has to know of it beside its card fields. */
export type PaymentProvider<Keys> = {
  name: ProviderName
  /** Its name on screen. */
  label: string
  /** Its keys in the settings, in words. */
  settings: string
  /** The setting with which cards are charged. */
  productionSetting: string
  /** Opens the gateway with the shop's keys. `warn` writes a line to the log. */
  connect: (keys: Keys, warn: (message: string) => void) => Payments
  /** Hosts that its card fields use. */
  hosts: ExtraSources
}
