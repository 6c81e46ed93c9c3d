/** What became of the card payment of an order. `submitted`: charged, and on its way to the shop's bank. */
const CARD_PAYMENT_STATES = ['authorized', 'submitted', 'settled', 'voided', 'expired', 'failed'] as const
export type CardPaymentState = (typeof CARD_PAYMENT_STATES)[number]

/** What is asked of the payment gateway: to reserve an amount, to charge it, to release it, to pay it back. */
const OPERATION_KINDS = ['authorize', 'capture', 'void', 'refund'] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/**
 * `sent`: being asked, or the answer is not known. `watched`: an authorization that was not found; a late one is voided.
 */
const OPERATION_STATES = ['due', 'sent', 'watched', 'done', 'rejected'] as const
export type OperationState = (typeof OPERATION_STATES)[number]
