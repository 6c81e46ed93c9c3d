import * as z from 'zod/mini'
import { wireProvider } from './provider-name.ts'

/** `submitted`: captured, on its way to the shop's bank. */
export const CARD_PAYMENT_STATES = ['authorized', 'submitted', 'settled', 'voided', 'expired', 'failed'] as const
export type CardPaymentState = (typeof CARD_PAYMENT_STATES)[number]

export const OPERATION_KINDS = ['authorize', 'capture', 'void', 'refund'] as const
export type OperationKind = (typeof OPERATION_KINDS)[number]

/**
 * `sent`: in flight or unknown. `watched`: an authorization that was not found; a late one is voided. `withdrawn`:
 * undone before it was sent, or a void replaced by a refund (`last_error` is `settled`).
 */
const OPERATION_STATES = ['due', 'sent', 'watched', 'done', 'rejected', 'withdrawn'] as const
export type OperationState = (typeof OPERATION_STATES)[number]

export const wireOperation = z.object({
  id: z.string(),
  kind: z.enum(OPERATION_KINDS),
  amount_cents: z.int(),
  state: z.enum(OPERATION_STATES),
  created_at: z.string(),
  next_attempt_at: z.string(),
  last_error: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
})
export type PaymentOperation = z.infer<typeof wireOperation>

export function isInEffect({ state }: { state: OperationState }): boolean {
  return state !== 'rejected' && state !== 'withdrawn'
}

/** Whether an authorization has no capture yet. */
export function isToBeCharged(
  state: CardPaymentState,
  operations: readonly { kind: OperationKind; state: OperationState }[],
): boolean {
  return state === 'authorized' && !operations.some((asked) => asked.kind === 'capture' && isInEffect(asked))
}

export const wireCardPayment = z.object({
  provider: wireProvider,
  reference: z.string(),
  state: z.enum(CARD_PAYMENT_STATES),
  card: z.nullable(z.object({ brand: z.string(), last_four: z.string() })),
  authorized_cents: z.int(),
  captured_cents: z.int(),
  /** A lost dispute counts as refunded. */
  refunded_cents: z.int(),
  /** Refunds not made yet. */
  waiting_cents: z.int(),
  /** When the bank releases the hold; `null` if it did not say. */
  expires_at: z.nullable(z.string()),
  created_at: z.string(),
  disputes: z.array(
    z.object({
      kind: z.nullable(z.string()),
      state: z.string(),
      amount_cents: z.int(),
      reply_by: z.nullable(z.string()),
    }),
  ),
  operations: z.array(wireOperation),
})
export type CardPayment = z.infer<typeof wireCardPayment>
