import braintree from 'braintree'

/** Where the official SDK looks for the gateway in development; tests set it to theirs. */
export const GATEWAY_ENVIRONMENT: object = braintree.Environment.Development
