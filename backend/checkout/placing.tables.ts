export type PlacingTables = {
  placements: PlacementsTable
  gateway_events: GatewayEventsTable
  placing_brake: PlacingBrakeTable
}

declare module '../platform/database/tables.ts' {
  interface Tables extends PlacingTables {}
}

/**
 * `checking`: the gateway was or is being asked. `placed`: there is an order. `declined`: by the bank or the gateway's
 * rules. `failed`: surely not charged, and no bank was asked. `abandoned`: nothing was found at the gateway, or what was found is voided.
 */
export type PlacementState = 'checking' | 'placed' | 'declined' | 'failed' | 'abandoned'

/** One press of Pay Now, at the checkout or on the page of a link. Never deleted. */
type PlacementsTable = {
  /** SHA-256 of the key that the browser made, which is secret. */
  placement_key: string
  /** SHA-256 of what was sent, without the nonce. */
  body_hash: string
  state: PlacementState
  /** Drawn with the placement; the numbers of orders have gaps. The reference where an order is paid that there is. */
  order_id: string
  /** The order that is paid by a link; `null` where the placement becomes an order. */
  paid_order_id: string | null
  /** The payment's reference at the gateway: the order's number and six letters, unique also after a restore. */
  reference: string
  customer_id: string | null
  /** The discount code that it holds a use of until it ends; its order has it then. */
  discount_code: string | null
  /** The client's address (IPv6: its /64) while the stock is reserved. */
  client: string | null
  units: number
  total_cents: number
  /** `PlacementDraft` as JSON; `null` 30 days after the end, and where an order is paid that there is. */
  draft: string | null
  version: number
  created_at: string
  finished_at: string | null
}

/** A webhook, stored once. Never deleted. */
type GatewayEventsTable = {
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

/**
 * One row. `closed_until`: until when many declined cards count as an attack; the version before closed placing so long. It alone
 * reads `resumed_at`.
 */
type PlacingBrakeTable = { id: number; closed_until: string | null; resumed_at: string | null }
