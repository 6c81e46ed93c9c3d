import type { CardPaymentState, OperationKind, OperationState } from '@shop/contract/payments/card-payment'
import type { Generated } from 'kysely'

export type PaymentsTables = {
  payments: PaymentsTable
  payment_operations: PaymentOperationsTable
  disputes: DisputesTable
}

declare module '../../platform/database/tables.ts' {
  interface Tables extends PaymentsTables {}
}

/** A sale at the gateway that belongs to an order. Never deleted. */
type PaymentsTable = {
  /** The name of its gateway, a key of `CARD_PROVIDERS`. */
  provider: Generated<string>
  reference: string
  /** `null` without an order. Until the next version writes `null`, the row has its own reference instead (decision 47). */
  order_id: string | null
  gateway_id: string
  state: CardPaymentState
  authorized_cents: number
  captured_cents: number
  refunded_cents: number
  card_brand: string | null
  card_last_four: string | null
  created_at: string
  /** When the bank ends the reservation; `null` if unknown. */
  expires_at: string | null
}

/** Never deleted. */
type PaymentOperationsTable = {
  /** As in `payments`. */
  provider: Generated<string>
  /** A UUID, sent as the gateway's idempotency key. */
  operation_id: string
  reference: string
  kind: OperationKind
  amount_cents: number
  state: OperationState
  attempts: number
  next_attempt_at: string
  claim: string | null
  /** Of the last attempt, without personal data. */
  last_error: string | null
  created_at: string
  finished_at: string | null
  /** When a person marked a rejected operation as resolved. */
  dismissed_at: string | null
}

/** Never deleted. */
type DisputesTable = {
  dispute_id: string
  reference: string
  /** The order's number or, without an order, the payment's reference. */
  order_id: string
  amount_cents: number
  /** In the gateway's words, as reason and state; `null` in older rows. */
  kind: string | null
  reason: string | null
  /** `open`, `won`, `lost` and others. */
  state: string
  /** A calendar day. */
  reply_by: string | null
  opened_at: string
  /** The shop's calendar day. */
  opened_on: string | null
}
