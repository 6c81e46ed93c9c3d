import type { Generated } from 'kysely'

export type PlacingTables = {
  placements: PlacementsTable
  gateway_events: GatewayEventsTable
  placing_brake: PlacingBrakeTable
}

declare module '../platform/database/tables.ts' {
  interface Tables extends PlacingTables {}
}

/**
 * `checking`: result of the gateway unknown. `placed`: has an order. `declined`: by the bank or the gateway's rules.
 * `failed`: not charged, no bank was asked. `abandoned`: not found at the gateway, or voided.
 */
export type PlacementState = 'checking' | 'placed' | 'declined' | 'failed' | 'abandoned'

/** A checkout attempt: one press of Pay Now, at the checkout or for a link. Never deleted. */
type PlacementsTable = {
  /** SHA-256 of the browser's secret key. */
  placement_key: string
  /** SHA-256 of the request without the nonce. */
  body_hash: string
  state: PlacementState
  /** Drawn with the placement, so order numbers have gaps. For the payment of an existing order its reference. */
  order_id: string
  /** The existing order to pay by link; `null` for a new order. */
  paid_order_id: string | null
  /** The gateway's reference: the order number and six letters, unique even after a restore. */
  reference: string
  customer_id: string | null
  /** The discount code that it uses until it ends. */
  discount_code: string | null
  /** The client's address (IPv6: its /64) while the stock is reserved. */
  client: string | null
  units: number
  total_cents: number
  /** `PlacementDraft` as JSON; `null` 30 days after the end, or for an existing order. */
  draft: string | null
  version: number
  created_at: string
  finished_at: string | null
}

/** A webhook, stored once. Never deleted. */
type GatewayEventsTable = {
  /** The name of the gateway that sent it. */
  provider: Generated<string>
  /** SHA-256 of its payload. */
  event_hash: string
  /** In the gateway's words. */
  kind: string
  reference: string | null
  gateway_id: string | null
  /** `given_up`: no payment of this shop was found within a day. */
  state: 'due' | 'done' | 'given_up'
  attempts: number
  next_attempt_at: string
  received_at: string
}

/** One row. `closed_until`: end of the alarm. Only the earlier version reads `resumed_at`. */
type PlacingBrakeTable = { id: number; closed_until: string | null; resumed_at: string | null }
