import * as z from 'zod/mini'

/** The state of an order's card payment. `submitted`: charged, and on its way to the shop's bank. */
export const CARD_PAYMENT_STATES = ['authorized', 'submitted', 'settled', 'voided', 'expired', 'failed'] as const
export type CardPaymentState = (typeof CARD_PAYMENT_STATES)[number]

export const OPERATION_KINDS = ['authorize', 'capture', 'void', 'refund'] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/**
 * `sent`: being asked, or the answer is not known. `watched`: an authorization that was not found; a late one is
 * voided. `withdrawn`: by an undo, before it was asked; or a void that a refund replaces, `settled` its `last_error`.
 */
const OPERATION_STATES = ['due', 'sent', 'watched', 'done', 'rejected', 'withdrawn'] as const
export type OperationState = (typeof OPERATION_STATES)[number]

export const wireOperation = z.object({
  id: z.string(),
  kind: z.enum(OPERATION_KINDS),
  amount_cents: z.int(),
  state: z.enum(OPERATION_STATES),
  created_at: z.string(),
  /** The time of the next attempt; unused once the operation has ended. */
  next_attempt_at: z.string(),
  /** The reason the last attempt failed, as a code. */
  last_error: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
})
export type PaymentOperation = z.infer<typeof wireOperation>

/** Tells whether an operation was asked for and neither failed nor was withdrawn. */
export function isInEffect({ state }: { state: OperationState }): boolean {
  return state !== 'rejected' && state !== 'withdrawn'
}

/** Whether an amount is reserved that was not asked to be charged yet. */
export function isToBeCharged(
  state: CardPaymentState,
  operations: readonly { kind: OperationKind; state: OperationState }[],
): boolean {
  return state === 'authorized' && !operations.some((asked) => asked.kind === 'capture' && isInEffect(asked))
}

/** The card payment of an order that was placed online. */
export const wireCardPayment = z.object({
  reference: z.string(),
  state: z.enum(CARD_PAYMENT_STATES),
  card: z.nullable(z.object({ brand: z.string(), last_four: z.string() })),
  authorized_cents: z.int(),
  captured_cents: z.int(),
  /** A lost dispute counts as refunded. */
  refunded_cents: z.int(),
  /** Refunds that are asked for and not made yet. */
  waiting_cents: z.int(),
  /** The time when the bank releases the hold; `null` where it did not say. */
  expires_at: z.nullable(z.string()),
  created_at: z.string(),
  /** The newest first; their states are the gateway's words. */
  disputes: z.array(
    z.object({
      kind: z.nullable(z.string()),
      state: z.string(),
      amount_cents: z.int(),
      reply_by: z.nullable(z.string()),
    }),
  ),
  /** The newest first. */
  operations: z.array(wireOperation),
})
export type CardPayment = z.infer<typeof wireCardPayment>
