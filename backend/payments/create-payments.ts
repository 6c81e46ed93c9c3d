import type { Settings } from '../platform/settings/settings.ts'
import { createBraintreePayments } from './braintree/braintree-payments.ts'
import type { Payments, Rejected } from './gateway/payments.ts'

/** Braintree when its keys are set, otherwise the sandbox, which stores nothing (R21). */
export function createPayments({ braintree }: Pick<Settings, 'braintree'>, warn: (message: string) => void): Payments {
  return braintree === null ? SANDBOX_PAYMENTS : createBraintreePayments(braintree, warn)
}

const refuse = (): Promise<Rejected> => Promise.resolve({ outcome: 'rejected', reason: 'keys', codes: [] })

const SANDBOX_PAYMENTS: Payments = {
  createClientToken: async () => ({ clientToken: 'sandbox', provider: 'sandbox' }),
  authorize: refuse,
  capture: refuse,
  void: refuse,
  refund: refuse,
  find: refuse,
  listSince: refuse,
  findCardRange: async () => null,
  readNotification: async () => ({ outcome: 'rejected', reason: 'forged' }),
  answerChallenge: async () => null,
}
