import 'braintree'

/** Parameters of `braintree` 3.40 that its types lack. */
declare module 'braintree' {
  interface BraintreeGateway {
    http: { post: (path: string, body: object) => Promise<unknown> }
  }
  interface KeyGatewayConfig {
    customHttpAgent?: import('node:http').Agent
  }
  interface TransactionRequest {
    apiRequestKey?: string
  }
  interface TransactionGateway {
    submitForSettlement(id: string, amount: string, options: RequestKey): Promise<ValidatedResponse<Transaction>>
    void(id: string, options: RequestKey): Promise<ValidatedResponse<Transaction>>
    refund(
      id: string,
      options: RequestKey & { amount: string; orderId: string },
    ): Promise<ValidatedResponse<Transaction>>
  }
  interface WebhookNotificationGateway {
    verify(challenge: string): string
  }
  interface RequestKey {
    apiRequestKey?: string
  }
}
