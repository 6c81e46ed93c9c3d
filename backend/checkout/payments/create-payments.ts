import type { Settings } from '../../settings/settings.ts'
import { createBraintreePayments } from './braintree-payments.ts'
import type { Payments } from './payments.ts'

/** Braintree when its keys are set, otherwise the sandbox, which stores nothing (R21). */
export function createPayments({ braintree }: Pick<Settings, 'braintree'>): Payments {
  return braintree === null ? SANDBOX : createBraintreePayments(braintree)
}

const SANDBOX: Payments = {
  createClientToken: async () => ({ clientToken: 'sandbox', provider: 'sandbox' }),
}
