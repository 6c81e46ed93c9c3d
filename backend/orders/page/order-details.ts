import { randomUUID } from 'node:crypto'
import { wireAddress } from '@shop/contract/address/fields'
import { findRegion, type PostalAddress } from '@shop/contract/address/postal-address'
import { ORDER_PAYMENTS } from '@shop/contract/orders/admin-values'
import * as z from 'zod/mini'
import type { ChangeContext } from '../../admin/audit/audit.repository.ts'
import { canonicalJson, isObject } from '../../admin/audit/canonical-json.ts'
import { listRefunds } from '../../books/ledger/refunds.repository.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { attachEnded, cameToNothing, detachEnded, findOrderPayment, requireNoCardPayment } from '../card-payment.ts'
import { addressColumns, addressOf, addressText, NO_ADDRESS } from '../order-address.ts'
import { changeOrder, type OrderState, type OrderVersion, orderUndoRule } from '../order-change.ts'
import { nothingDue } from '../order-due.ts'
import { deleteNote, insertNote, type StoredOrder, updateOrder } from '../orders.repository.ts'

/** Changes or removes the address without a mail, even of a shipped order. Returns the audit id. */
export function correctAddress(
  context: ChangeContext,
  { address, ...change }: OrderVersion & { address: PostalAddress | null },
): Promise<number> {
  return changeOrder(context, change, async (trx, order) => {
    const columns = addressColumns(address)
    const [before, after] = [addressEntryOf(order), addressEntryOf({ ...order, ...columns })]
    if (canonicalJson(before) === canonicalJson(after)) throw sameAddress(order.order_id, after.address)
    await updateOrder(trx, order.order_id, columns)
    return { action: 'order.address_corrected', before, after }
  })
}

function sameAddress(orderId: string, address: PostalAddress | null): AppError {
  const message = address === null ? 'Please enter the address' : `Order ${orderId} already has this address.`
  return new AppError('conflict', message, [{ field: 'address', message }])
}

/** An address for the audit log: its parts, if any, and its lines. */
function addressEntryOf(order: StoredOrder) {
  return { address: addressOf(order), delivery_address: addressText(order) }
}

export const undoAddress = orderUndoRule({
  presentOf: ({ order }, { after }) => {
    const { address, delivery_address } = addressEntryOf(order)
    return isObject(after) && 'address' in after ? { address, delivery_address } : { delivery_address }
  },
  writeBefore: async (trx, { subject, before }) => {
    const { address = null, delivery_address } = z.parse(addressEntry, before)
    const region = findRegion(delivery_address ?? '')
    const columns = address === null ? { ...NO_ADDRESS, region, delivery_address } : addressColumns(address)
    await updateOrder(trx, subject.id, columns)
  },
})

const addressEntry = z.object({
  address: z.optional(z.nullable(wireAddress)),
  delivery_address: z.nullable(z.string()),
})

/** The reason no payment can be recorded; `null` if it can, such as after a failed card payment. */
export function recordPaymentProblem(order: StoredOrder, byCard: OrderState['payment'], now: Date): string | null {
  const { order_id, channel, payment } = order
  if (byCard !== null && cameToNothing(byCard, now)) return nothingDue(order)
  if (byCard !== null) return `Order ${order_id} was paid by card. Refund the card instead.`
  return channel === 'online' && payment === null ? `Order ${order_id} was paid when it was placed.` : null
}

/** Records how a manual order, or one with a failed card payment, was paid or not. Returns the audit id. */
export function recordPayment(
  context: ChangeContext,
  { payment, ...change }: OrderVersion & { payment: NonNullable<StoredOrder['payment']> },
): Promise<number> {
  return changeOrder(context, change, async (trx, order, { now }) => {
    const { order_id } = order
    const problem = recordPaymentProblem(order, await findOrderPayment(trx, order_id), now)
    if (problem !== null) throw new AppError('conflict', problem)
    const ended = await detachEnded(trx, order_id, now)
    if (ended === null && order.payment === payment)
      throw new AppError('conflict', `Order ${order_id} is already recorded that way.`)
    await requirePossible(trx, order_id, payment)
    const isPaidNow = order.payment === 'unpaid' || ended !== null
    const paid_at = payment === 'unpaid' ? null : isPaidNow ? now.toISOString() : order.paid_at
    await updateOrder(trx, order_id, { payment, paid_at })
    const asked = (reference: string | null) => (ended === null ? {} : { ended_payment: reference })
    const before = { payment: order.payment, paid_at: order.paid_at, ...asked(ended) }
    return { action: 'order.payment_recorded', before, after: { payment, paid_at, ...asked(null) } }
  })
}

/** Refuses a refunded order as unpaid, and a card payment. */
async function requirePossible(trx: Trx, orderId: string, payment: StoredOrder['payment']): Promise<void> {
  await requireNoCardPayment(trx, orderId)
  if (payment !== 'unpaid' || (await listRefunds(trx, orderId)).length === 0) return
  throw new AppError('conflict', `Order ${orderId} has been refunded in part. Undo that first.`)
}

export const undoPayment = orderUndoRule({
  presentOf: ({ order: { payment, paid_at }, payment: byCard }, { after }) => {
    if (byCard !== null) return null
    if (!isObject(after)) return { payment }
    const { payment: _, paid_at: __, ...ended } = after
    return 'paid_at' in after ? { ...ended, payment, paid_at } : { payment }
  },
  writeBefore: async (trx, { subject, before }) => {
    const { payment, paid_at = null, ended_payment = null } = entry.parse(before)
    await requirePossible(trx, subject.id, payment)
    await updateOrder(trx, subject.id, { payment, paid_at })
    if (ended_payment !== null) await attachEnded(trx, ended_payment, subject.id)
  },
})

const entry = z.object({
  payment: z.nullable(z.enum(ORDER_PAYMENTS)),
  paid_at: z.optional(z.nullable(z.string())),
  ended_payment: z.optional(z.nullable(z.string())),
})

/** Adds a note that only owners and helpers see. Returns the id of the audit entry. */
export function noteOnOrder(
  context: ChangeContext,
  { note, ...change }: OrderVersion & { note: string },
): Promise<number> {
  return changeOrder(context, change, async (trx, { order_id }, { now, actor }) => {
    const note_id = randomUUID()
    await insertNote(trx, { note_id, order_id, author: actor, note, noted_at: now.toISOString() })
    return { action: 'order.noted', before: { note_id, note: null }, after: { note_id, note } }
  })
}

export const undoNote = orderUndoRule({
  presentOf: ({ notes }, { after }) => {
    const entry = z.safeParse(noteEntry, after)
    // Entries of earlier versions have only the text, which does not identify the note.
    if (!entry.success) return null
    const { note_id } = entry.data
    return { note_id, note: notes.find((note) => note.note_id === note_id)?.note ?? null }
  },
  writeBefore: (trx, { before }) => deleteNote(trx, z.parse(noteEntry, before).note_id),
})

const noteEntry = z.object({ note_id: z.string(), note: z.nullable(z.string()) })
