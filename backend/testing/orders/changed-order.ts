import { beforeEach } from 'vitest'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { MAIL_HOLD } from '../../mail/enqueue-mail.ts'
import { claimDueMail, markSent } from '../../mail/outbox.repository.ts'
import { UNDO_RULES } from '../../modules.ts'
import { shipOrder } from '../../orders/fulfilment/ship-order.ts'
import { findOrder } from '../../orders/orders.repository.ts'
import { refundOrder } from '../../orders/refunds/refund-order.ts'
import type { Engine } from '../servers/engines.ts'
import { eachTestStore } from '../test-hooks.ts'
import { placeOrder } from './orders.ts'

export const NOON = new Date('2026-11-22T12:00:00.000Z')
export const ORDER = '100001'
export const UPS = '1Z999AA10123456784'

/** Order 100001 for each test, an owner's actions on it, and its emails. */
export function changedOrderOf(engine: Engine) {
  const opened = eachTestStore(engine)
  let now: Date
  beforeEach(async () => {
    now = NOON
    await placeOrder(opened.store.database)
  })
  /** A millisecond later on each call, which orders the emails. */
  const clock = () => {
    now = new Date(now.getTime() + 1)
    return now
  }
  const context = () => ({ database: opened.store.database, clock, actor: 'ada@shop.example' })
  const order = async () => {
    const found = await findOrder(opened.store.database, ORDER)
    if (found === null) throw new Error('the order is gone')
    return found
  }
  const mails = async () =>
    (await opened.store.database.selectFrom('outbox').selectAll().orderBy('created_at').execute()).map(
      ({ kind, text }) => ({ kind, text }),
    )
  /** Passes the time for which emails are held. */
  const passHold = () => {
    now = new Date(now.getTime() + MAIL_HOLD)
    return now
  }
  return {
    opened,
    context,
    order,
    mails,
    passHold,
    deliverMails: async () => {
      const { database } = opened.store
      const due = passHold()
      for (let mail = await claimDueMail(database, due); mail !== null; mail = await claimDueMail(database, due)) {
        await markSent(database, mail.id, due)
      }
    },
    undo: async (id: number) => (await undoChange({ ...context(), rules: UNDO_RULES }, id)).id,
    ship: (trackingNumber = UPS, seen: number | null = null) =>
      shipOrder(context(), { order_id: ORDER, tracking_number: trackingNumber, version: seen }),
    refund: async (amountCents: number, itemIds: string[] = [], note = '') => {
      const seen = (await order()).version
      return refundOrder(context(), {
        order_id: ORDER,
        amount_cents: amountCents,
        item_ids: itemIds,
        note,
        despite_dispute: false,
        version: seen,
      })
    },
  }
}
