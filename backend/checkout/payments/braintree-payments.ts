import type { BraintreeGateway } from 'braintree'
import { loadOnce } from '../../lib/load-once.ts'
import type { BraintreeKeys } from '../../settings/settings.ts'
import type { Payments } from './payments.ts'

/** Milliseconds for a response of Braintree. */
const RESPONSE_TIMEOUT = 8000

const ENVIRONMENTS = { development: 'Development', sandbox: 'Sandbox', production: 'Production' } as const

/** The official server SDK, loaded with the first token, so that shops without keys never load it. */
export function createBraintreePayments(keys: BraintreeKeys, timeout: number = RESPONSE_TIMEOUT): Payments {
  const openGateway = loadOnce(() => loadGateway(keys))
  return {
    createClientToken: async () => {
      const gateway = await openGateway()
      const response = await within(timeout, gateway.clientToken.generate({}))
      if (!response?.clientToken) throw new Error('Braintree answered without a client token')
      return { clientToken: response.clientToken, provider: 'braintree' }
    },
  }
}

async function loadGateway({
  environment,
  merchantId,
  publicKey,
  privateKey,
}: BraintreeKeys): Promise<BraintreeGateway> {
  const { default: braintree } = await import('braintree')
  return new braintree.BraintreeGateway({
    environment: braintree.Environment[ENVIRONMENTS[environment]],
    merchantId,
    publicKey,
    privateKey,
  })
}

/** The SDK's timeout only covers inactivity; a response that trickles in would never time out. */
function within<T>(milliseconds: number, response: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('Braintree did not answer in time')), milliseconds)
  return Promise.race([response, late.promise]).finally(() => clearTimeout(timer))
}
