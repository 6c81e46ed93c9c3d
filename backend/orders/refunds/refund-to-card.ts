import type { Cents } from '@shop/contract/money'
import { hasLeft } from '@shop/contract/orders/has-left'
import { isObject, type Json } from '../../admin/audit/canonical-json.ts'
import { MAIL_HOLD } from '../../mail/enqueue-mail.ts'
import { canWithdraw, insertOperation, withdrawOperation } from '../../payments/ledger/payments.repository.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { findOrderPayment, type OrderPayment } from '../card-payment.ts'
import type { StoredOrder } from '../orders.repository.ts'

/**
 * Asks for an amount to be refunded to the card, once the time for an undo is over. The whole of a charge that has not
 * settled is withdrawn, if the order has not left; anything else waits until it has. Returns the id of what is asked.
 */
export function refundToCard(
  trx: Trx,
  order: StoredOrder,
  known: OrderPayment,
  { amountCents, now }: { amountCents: Cents; now: Date },
): Promise<string> {
  const { provider, reference, state, captured_cents } = known.payment
  const isWithdrawn = state === 'submitted' && amountCents === captured_cents && !hasLeft(order)
  const kind = isWithdrawn ? 'void' : 'refund'
  const asked = { provider, reference, kind, amount_cents: amountCents, state: 'due' } as const
  return insertOperation(trx, { ...asked, now, wait: MAIL_HOLD })
}

/** The id of what a change asked of the gateway, as its audit entry has it; `null` without. */
export function operationIn(after: Json): string | null {
  const id = isObject(after) ? after.payment_operation : undefined
  return typeof id === 'string' ? id : null
}

/** The value that the entry of such a change is compared with: another value once the gateway is being asked. */
export function presentOperation(known: OrderPayment | null, after: Json): { payment_operation?: string | null } {
  const id = operationIn(after)
  if (id === null) return {}
  const operation = known?.operations.find(({ operation_id }) => operation_id === id)
  return { payment_operation: operation !== undefined && canWithdraw(operation) ? id : null }
}

/** Throws why what a change asked of the gateway cannot be taken back. */
export async function requireHeld(database: Database, orderId: string, after: Json): Promise<void> {
  const id = operationIn(after)
  if (id === null) return
  const operation = (await findOrderPayment(database, orderId))?.operations.find(
    ({ operation_id }) => operation_id === id,
  )
  if (operation !== undefined && (canWithdraw(operation) || operation.state === 'withdrawn')) return
  throw new AppError('conflict', TOO_LATE)
}

/** Takes back what a change asked of the gateway. */
export async function withdrawHeld(trx: Trx, after: Json, now: Date): Promise<void> {
  const id = operationIn(after)
  if (id !== null && !(await withdrawOperation(trx, id, now))) throw new AppError('conflict', TOO_LATE)
}

const TOO_LATE = 'The refund is already on its way and can no longer be undone.'
