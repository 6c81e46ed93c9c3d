import { undoCancellation } from '../cancellation/cancel-by-shop.ts'
import { undoDelay } from '../delays/delay-order.ts'
import { undoDelivery } from '../fulfilment/mark-delivered.ts'
import { undoShipment } from '../fulfilment/ship-order.ts'
import type { OrderUndoRule } from '../order-change.ts'
import { undoRefund } from '../refunds/refund-order.ts'
import { undoReturnStep } from '../returns/change-return.ts'
import { undoTaking } from '../taken/take-order.ts'
import { undoAddress, undoNote, undoPayment } from './order-details.ts'

export const ORDER_UNDO_RULES: Readonly<Record<string, OrderUndoRule>> = {
  'order.shipped': undoShipment,
  'order.tracking_corrected': undoShipment,
  'order.delivered': undoDelivery,
  'order.delivery_taken_back': undoDelivery,
  'order.delayed': undoDelay,
  'order.cancelled': undoCancellation,
  'order.refunded': { ...undoRefund, ownersOnly: true },
  'order.return_accepted': { ...undoReturnStep, ownersOnly: true },
  'order.return_declined': { ...undoReturnStep, ownersOnly: true },
  'order.return_received': undoReturnStep,
  'order.address_corrected': undoAddress,
  'order.payment_recorded': undoPayment,
  'order.noted': undoNote,
  'order.taken': undoTaking,
}
