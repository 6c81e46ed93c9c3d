import { CARD_PROVIDERS } from '@shop/contract/payments/calls'
import type { BraintreeKeys } from '../../platform/settings/braintree-settings.ts'
import type { PaymentProvider } from '../gateway/payment-provider.ts'
import { createBraintreePayments } from './braintree-payments.ts'

export const BRAINTREE: PaymentProvider<BraintreeKeys> = {
  name: 'braintree',
  label: CARD_PROVIDERS.braintree,
  settings: 'the four BRAINTREE settings',
  productionSetting: 'BRAINTREE_ENVIRONMENT=production',
  connect: createBraintreePayments,
  hosts: {
    frame: ['https://assets.braintreegateway.com'],
    // The last one receives telemetry of Braintree's library.
    connect: ['https://*.braintreegateway.com', 'https://*.braintree-api.com', 'https://www.paypal.com'],
  },
}
