import braintree from 'braintree'

export const GATEWAY_ENVIRONMENT: object = braintree.Environment.Development
