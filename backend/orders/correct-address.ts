import * as z from 'zod/mini'
import type { ChangeContext } from '../admin/audit/write-audit.ts'
import { AppError } from '../http/errors/app-error.ts'
import { changeOrder } from './order-change.ts'
import { orderUndoRule } from './order-undo.ts'
import { updateDeliveryAddress } from './orders.repository.ts'

/**
 * Adds, replaces or, when empty, removes the address that an order is sent to, also of one that has shipped: a lost parcel
 * is sent again. Nobody gets a mail. Returns the id of the audit entry.
 */
export function correctAddress(
  context: ChangeContext,
  { orderId, address, seen }: { orderId: string; address: string; seen: number | null },
): Promise<number> {
  return changeOrder(context, { orderId, seen }, async (trx, { delivery_address: before }) => {
    const after = address === '' ? null : address
    if (before === after) throw sameAddress(orderId, after)
    await updateDeliveryAddress(trx, orderId, after)
    const [old, now] = [{ delivery_address: before }, { delivery_address: after }]
    return { action: 'order.address_corrected', before: old, after: now }
  })
}

function sameAddress(orderId: string, address: string | null): AppError {
  const message = address === null ? 'Please enter the address' : `Order ${orderId} has this address already.`
  return new AppError('conflict', message, [{ field: 'delivery_address', message }])
}

/** Puts the address back that was there before. */
export const undoAddress = orderUndoRule({
  presentOf: ({ order: { delivery_address } }) => ({ delivery_address }),
  writeBefore: (trx, { subject, before }) =>
    updateDeliveryAddress(trx, subject.id, z.parse(addressEntry, before).delivery_address),
})

const addressEntry = z.object({ delivery_address: z.nullable(z.string()) })
