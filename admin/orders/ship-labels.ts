import type { AdminOrder, ShipmentWay } from '@shop/contract/admin/orders'
import { formatOrderNumber } from '../ui/format-order-number.ts'

type ShippedOrder = Pick<AdminOrder, 'order_id' | 'tracking_number' | 'delivery_state'>

type Labels = { title: string; confirm: string; done: string }

/** What the form is for: to ship, to add the number of an order that left without one, or to correct it. */
export function shipLabelsOf({ order_id, tracking_number, delivery_state }: ShippedOrder, way: ShipmentWay): Labels {
  if (tracking_number !== null) {
    return { title: 'Correct the tracking number', confirm: 'Correct', done: 'Tracking number corrected' }
  }
  if (delivery_state === 'on_its_way') {
    return { title: 'Add a tracking number', confirm: 'Add', done: 'Tracking number added' }
  }
  const [title, number] = ['Ship the order', formatOrderNumber(order_id)]
  return way === 'picked_up'
    ? { title, confirm: 'Record the pick-up', done: `Order ${number} picked up` }
    : { title, confirm: 'Ship', done: `Order ${number} shipped` }
}
