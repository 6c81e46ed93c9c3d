import * as z from 'zod/mini'

/** What became of the card payment of an order. `submitted`: charged, and on its way to the shop's bank. */
export const CARD_PAYMENT_STATES = ['authorized', 'submitted', 'settled', 'voided', 'expired', 'failed'] as const
export type CardPaymentState = (typeof CARD_PAYMENT_STATES)[number]

/** What is asked of the payment gateway: to reserve an amount, to charge it, to release it, to pay it back. */
export const OPERATION_KINDS = ['authorize', 'capture', 'void', 'refund'] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/**
 * `sent`: being asked, or the answer is not known. `watched`: an authorization that was not found; a late one is voided.
 * `withdrawn`: by an undo, before it was asked; or a void in place of which a refund is asked for, `settled` its `last_error`.
 */
const OPERATION_STATES = ['due', 'sent', 'watched', 'done', 'rejected', 'withdrawn'] as const
export type OperationState = (typeof OPERATION_STATES)[number]

/** A request to the gateway. */
export const wireOperation = z.object({
  id: z.string(),
  kind: z.enum(OPERATION_KINDS),
  amount_cents: z.int(),
  state: z.enum(OPERATION_STATES),
  created_at: z.string(),
  /** Of no meaning once it has ended. */
  next_attempt_at: z.string(),
  /** Why the last attempt came to nothing, as a code. */
  last_error: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
})
export type PaymentOperation = z.infer<typeof wireOperation>

/** What was asked for and neither failed nor was withdrawn. */
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
  /** What the gateway knows it by. */
  reference: z.string(),
  state: z.enum(CARD_PAYMENT_STATES),
  card: z.nullable(z.object({ brand: z.string(), last_four: z.string() })),
  authorized_cents: z.int(),
  captured_cents: z.int(),
  /** A lost dispute counts as paid back. */
  refunded_cents: z.int(),
  /** Refunds that are asked for and not made yet. */
  waiting_cents: z.int(),
  /** When the bank releases what is reserved; `null` where it did not say. */
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
