import { refundableCents } from '@shop/contract/order-totals'
import { adminPaymentTasks, MAX_PAYMENT_TASKS, type UnmatchedPayment } from '@shop/contract/payments/tasks'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS } from '../../admin/admin-route.ts'
import { findDeclineAlarm, findPlacementByReference } from '../../checkout/placements.repository.ts'
import { serializeOperation } from '../../orders/card-payment.ts'
import type { Payment } from '../../payments/ledger/payments.repository.ts'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { listUnmatched } from '../unmatched-payments.repository.ts'
import { dismissOperation } from './dismiss-operation.ts'
import { countOpenDisputes, listChecking, listFailed, listHeld } from './payment-tasks.repository.ts'
import { attachPayment, rebuildOrder, refundUnmatched } from './solve-unmatched.ts'
import { findRebuildable } from './unmatched.ts'

/** Requests to the gateway cannot be undone. */
const NO_UNDO = { audit_id: null } as const

/** Routes of decisions about card payments, for owners. They work while orders are paused too. */
export function paymentTasksAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  const by = (actor: string) => ({ database, clock, actor })

  adminRoute(app, context, adminPaymentTasks.getPaymentTasks, OWNERS, async () => {
    const now = clock()
    const [alarm_until, unmatched, failed, held, checking, disputes] = await Promise.all([
      findDeclineAlarm(database, now),
      listUnmatched(database, MAX_PAYMENT_TASKS),
      listFailed(database, MAX_PAYMENT_TASKS),
      listHeld(database, now, MAX_PAYMENT_TASKS),
      listChecking(database, now, MAX_PAYMENT_TASKS),
      countOpenDisputes(database),
    ])
    return {
      alarm_until,
      unmatched: await Promise.all(unmatched.map((payment) => serializeUnmatched(database, payment))),
      failed: failed.map((operation) => ({
        operation: serializeOperation(operation),
        provider: operation.provider,
        reference: operation.reference,
        order_id: operation.order_id,
        asked_order_id: operation.asked_order_id,
      })),
      held: held.map(({ provider, reference, order_id, authorized_cents, state, created_at }) => ({
        ...{ provider, reference, order_id, authorized_cents, state, created_at },
      })),
      checking: checking.map(({ provider, reference, order_id, paid_order_id, total_cents, created_at }) => ({
        ...{ provider, reference, order_id: paid_order_id ?? order_id, total_cents, created_at },
      })),
      open_disputes: disputes.open,
    }
  })

  adminRoute(app, context, adminPaymentTasks.rebuildOrder, OWNERS, async ({ params }, { admin }) => {
    const order_id = await rebuildOrder(by(admin.email), params.reference)
    await context.catalogVersion.refresh()
    return { ...NO_UNDO, order_id }
  })

  adminRoute(app, context, adminPaymentTasks.refundUnmatched, OWNERS, async ({ params }, { admin }) => {
    await refundUnmatched(by(admin.email), params.reference)
    return NO_UNDO
  })

  adminRoute(app, context, adminPaymentTasks.attachPayment, OWNERS, async ({ params, body }, { admin }) => {
    await attachPayment(by(admin.email), params.reference, body.order_id)
    return NO_UNDO
  })

  adminRoute(app, context, adminPaymentTasks.dismissOperation, OWNERS, async ({ params }, { admin }) => {
    await dismissOperation(by(admin.email), params.operation_id)
    return NO_UNDO
  })
}

async function serializeUnmatched(database: Database, payment: Payment): Promise<UnmatchedPayment> {
  const { provider, reference, card_brand: brand, card_last_four: last_four, created_at } = payment
  const placement = await findPlacementByReference(database, reference)
  const found = await findRebuildable(database, { payment, placement })
  return {
    provider,
    reference,
    left_cents: refundableCents(payment),
    card: brand === null || last_four === null ? null : { brand, last_four },
    created_at,
    no_rebuild: typeof found === 'string' ? found : null,
  }
}
