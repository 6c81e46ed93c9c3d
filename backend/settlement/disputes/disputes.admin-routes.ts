import { adminDisputes, type ListedDispute } from '@shop/contract/payments/disputes'
import type { FastifyInstance } from 'fastify'
import { readActorNames } from '../../admin/access/admins.repository.ts'
import { adminRoute, OWNERS } from '../../admin/admin-route.ts'
import { decodeCursor, PAGE_SIZE, pageOf } from '../../admin/list-cursor.ts'
import { orderOrReference } from '../../books/ledger/asked-payments.ts'
import { listDeliveries } from '../../mail/outbox.repository.ts'
import { listOrderEntries } from '../../orders/fulfilment/shipping.repository.ts'
import { readOrderState } from '../../orders/order-change.ts'
import { findOrder, type StoredOrder } from '../../orders/orders.repository.ts'
import { historyOf, mailIdsOf } from '../../orders/page/order-history.ts'
import { findPayment } from '../../payments/ledger/payments.repository.ts'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { disputeProof } from './dispute-proof.ts'
import { type Dispute, findDispute, listDisputesPage, listMailsAbout } from './disputes.repository.ts'

/** Entries of an order's history that a proof may name. */
const MAX_EVENTS = 200

/** Routes of disputes, for owners. Owners answer them in the gateway's control panel. */
export function disputesAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database } = context

  adminRoute(app, context, adminDisputes.listDisputes, OWNERS, async ({ query: { after } }) => {
    const [openedAt = '', disputeId = ''] = after === undefined ? [] : decodeCursor(after, 2)
    const from = after === undefined ? null : { openedAt, disputeId }
    const found = await listDisputesPage(database, { from, limit: PAGE_SIZE + 1 })
    const { rows, next } = pageOf(found, ({ opened_at, dispute_id }) => [opened_at, dispute_id])
    return { disputes: rows.map(serializeDispute), next }
  })

  adminRoute(app, context, adminDisputes.getDispute, OWNERS, async ({ params: { dispute_id } }) => {
    const dispute = await findDispute(database, dispute_id)
    if (dispute === null) throw new AppError('not_found', `There is no dispute ${dispute_id}.`)
    const payment = await findPayment(database, dispute.reference)
    const order = await findOrder(database, orderOrReference(payment ?? dispute))
    const shown = { ...dispute, order_id: order?.order_id ?? dispute.reference }
    return { dispute: serializeDispute(shown), proof: order === null ? null : await buildProof(database, order) }
  })
}

/** A payment without an order shows its reference instead of a number. */
function serializeDispute({ dispute_id, order_id, ...dispute }: Dispute): ListedDispute {
  return { ...dispute, id: dispute_id, order_id: order_id === dispute.reference ? null : order_id }
}

async function buildProof(database: Database, order: StoredOrder): Promise<string> {
  const { order_id, email } = order
  const state = await readOrderState(database, order)
  const entries = await listOrderEntries(database, order_id, MAX_EVENTS)
  const events = historyOf(state, entries, {
    isOwner: true,
    nameOf: await readActorNames(database),
    deliveries: await listDeliveries(database, mailIdsOf(state, entries)),
  })
  const mails = await listMailsAbout(database, email, order_id)
  return disputeProof({ state, payment: state.payment?.payment ?? null, events, mails })
}
