import { keysOf } from '@shop/contract/http/coercion'
import * as z from 'zod/mini'
import { areSet } from './setting-error.ts'

const text = z.string().check(z.trim(), z.minLength(1))

export type BraintreeKeys = {
  provider: 'braintree'
  /** `development` uses the gateway that GATEWAY_HOST and GATEWAY_PORT name to Braintree's library. */
  environment: 'development' | 'sandbox' | 'production'
  merchantId: string
  publicKey: string
  privateKey: string
}

export const BRAINTREE_SETTINGS = {
  BRAINTREE_ENVIRONMENT: {
    schema: z.enum(['development', 'sandbox', 'production'], { error: 'must be development, sandbox or production' }),
    description: 'Braintree environment; set all four BRAINTREE settings or none',
  },
  BRAINTREE_MERCHANT_ID: { schema: text, description: 'Braintree merchant' },
  BRAINTREE_PUBLIC_KEY: { schema: text, description: 'Braintree public key' },
  BRAINTREE_PRIVATE_KEY: { schema: text, description: 'Braintree private key' },
}

type Values = {
  [Name in keyof typeof BRAINTREE_SETTINGS]?: z.output<(typeof BRAINTREE_SETTINGS)[Name]['schema']> | undefined
}

/** Braintree's keys; `null` without. Throws a `SettingError` where one is missing. */
export function parseBraintree(values: Values): BraintreeKeys | null {
  if (!areSet(values, keysOf(BRAINTREE_SETTINGS), 'the four BRAINTREE settings')) return null
  const {
    BRAINTREE_ENVIRONMENT: environment = 'production',
    BRAINTREE_MERCHANT_ID: merchantId = '',
    BRAINTREE_PUBLIC_KEY: publicKey = '',
    BRAINTREE_PRIVATE_KEY: privateKey = '',
  } = values
  return { provider: 'braintree', environment, merchantId, publicKey, privateKey }
}
