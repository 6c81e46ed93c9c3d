type Departure = {
  order_status: string | null
  tracking_number: string | null
  shipped_by: string | null
  delivered_on: string | null
}

const LEFT_STATUSES: readonly string[] = ['shipped', 'delivered']

/** Whether an order has left: tracked, delivered by the shop, picked up, taken along, or shipped before its import. */
export function hasLeft({ order_status, tracking_number, shipped_by, delivered_on }: Departure): boolean {
  if (tracking_number !== null || shipped_by !== null || delivered_on !== null) return true
  return order_status !== null && LEFT_STATUSES.includes(order_status.toLowerCase())
}
