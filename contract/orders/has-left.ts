/** The signs that an order has left the shop. */
type Departure = {
  order_status: string | null
  tracking_number: string | null
  /** The way it left without a tracking number; `null` with one, or before it ships. */
  shipped_by: string | null
  delivered_on: string | null
}

const LEFT_STATUSES: readonly string[] = ['shipped', 'delivered']

/**
 * Whether an order has left the shop, in whatever way: with a tracking number, by own delivery, picked up, taken along at a
 * fair, or shipped before it was imported.
 */
export function hasLeft({ order_status, tracking_number, shipped_by, delivered_on }: Departure): boolean {
  if (tracking_number !== null || shipped_by !== null || delivered_on !== null) return true
  return order_status !== null && LEFT_STATUSES.includes(order_status.toLowerCase())
}
