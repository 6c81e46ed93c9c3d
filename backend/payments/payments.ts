import type { ClientToken } from '@shop/contract/payments'
import type { Settings } from '../settings.ts'
import { createBraintreePayments } from './braintree-payments.ts'

/** A payment provider. The shop places no orders, so it only starts card fields (R37). */
export type Payments = {
  /** Rejects when the provider cannot be reached in time or refuses. */
  createClientToken: () => Promise<ClientToken>
}

declare module '../context.ts' {
  interface Context {
    payments: Payments
  }
}

/** Braintree when its keys are set, otherwise the sandbox, which stores nothing (R21). */
export function createPayments({ braintree }: Pick<Settings, 'braintree'>): Payments {
  return braintree === null ? SANDBOX : createBraintreePayments(braintree)
}

const SANDBOX: Payments = {
  createClientToken: async () => ({ clientToken: 'sandbox', provider: 'sandbox' }),
}
