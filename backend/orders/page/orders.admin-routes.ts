import { adminMail } from '@shop/contract/mail/admin'
import { adminOrders, type MailedChange, ordersFile } from '@shop/contract/orders/admin'
import { adminOrderDelays } from '@shop/contract/orders/admin-delays'
import type { ReturnPolicy } from '@shop/contract/returns/return-policy'
import type { AdminSettings } from '@shop/contract/settings/admin'
import type { FastifyInstance } from 'fastify'
import { readActorNames } from '../../admin/access/admins.repository.ts'
import { adminRoute, ORDERS, ORDERS_OR_INQUIRIES, OWNERS } from '../../admin/admin-route.ts'
import { fileRoute } from '../../admin/file-route.ts'
import { decodeCursor, PAGE_SIZE, pageOf } from '../../admin/list-cursor.ts'
import { composeMail, type NewMail } from '../../mail/enqueue-mail.ts'
import { listDeliveries } from '../../mail/outbox.repository.ts'
import { getReturnPolicy } from '../../pages/texts/page-texts.repository.ts'
import { findCardState } from '../../payments/ledger/payments.repository.ts'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { cancelByShop, planCancellation } from '../cancellation/cancel-by-shop.ts'
import { cancellationByShop } from '../cancellation/cancellation.mail.ts'
import { captureNotice, chargeAgain } from '../charge-order.ts'
import { previewDelay, sendDelayNotice } from '../delays/delay-order.ts'
import { markDelivered, markSeveralDelivered } from '../fulfilment/mark-delivered.ts'
import {
  correctTracking,
  previewShipment,
  requireTrackingNumber,
  shipOrder,
  shipUntracked,
} from '../fulfilment/ship-order.ts'
import { listOrderEntries } from '../fulfilment/shipping.repository.ts'
import { listOrdersPage, listToCharge, listToRefund } from '../list/orders-page.repository.ts'
import { type OrderState, readOrderState } from '../order-change.ts'
import { shipmentChangeMail } from '../orders.mail.ts'
import { findOrder, type StoredOrder } from '../orders.repository.ts'
import { previewPayLink } from '../pay-links/pay-link.ts'
import { itemsOfRefund, refundMail, refundOrder } from '../refunds/refund-order.ts'
import { previewReturnMail } from '../returns/change-return.ts'
import { listMailSamples } from './mail-samples.ts'
import { correctAddress, noteOnOrder, recordPayment } from './order-details.ts'
import { historyOf, mailIdsOf } from './order-history.ts'
import { serializeAdminOrder, serializeListedOrder } from './orders.serializers.ts'
import { ordersCsv } from './orders-csv.ts'

/** Most entries of an order's history; older ones are in the audit log. */
const MAX_EVENTS = 200

/** Changes whose mails only owners see. */
const OWNERS_CHANGES: ReadonlySet<MailedChange['change']> = new Set([
  'refund',
  'delay',
  'pay_link',
  'accept_return',
  'decline_return',
])

export function ordersAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, settings, findOpeningProblems } = context

  adminRoute(app, context, adminOrders.listAdminOrders, ORDERS, async ({ query: { filter, q, after } }) => {
    const [orderDate = '', orderId = ''] = after === undefined ? [] : decodeCursor(after, 2)
    const from = after === undefined ? null : { orderDate, orderId }
    const found = await listOrdersPage(database, { filter, q }, { from, limit: PAGE_SIZE + 1 })
    const { rows, next } = pageOf(found, ({ order_date, order_id }) => [order_date, order_id])
    const ids = rows.map(({ order_id }) => order_id)
    const [toRefund, toCharge] = [await listToRefund(database, ids), await listToCharge(database, rows)]
    return {
      orders: rows.map((order) =>
        serializeListedOrder(order, {
          toRefund: toRefund.has(order.order_id),
          toCharge: toCharge.has(order.order_id),
        }),
      ),
      next,
    }
  })

  fileRoute(app, context, ordersFile, OWNERS, ({ sheet, ...period }) => ({
    name: `${sheet}-${period.from}-${period.to}`,
    parts: ordersCsv(database, period, sheet),
  }))

  adminRoute(app, context, adminOrders.getAdminOrder, ORDERS, async ({ params: { order_id } }, { admin }) => {
    const state = await readOrderState(database, await getOrder(database, order_id))
    const entries = await listOrderEntries(database, order_id, MAX_EVENTS)
    const events = historyOf(state, entries, {
      isOwner: admin.role === 'owner',
      nameOf: await readActorNames(database),
      deliveries: await listDeliveries(database, mailIdsOf(state, entries)),
    })
    const [hasMailServer, shop] = [settings.smtpUrl !== null, await getShopSettings(database)]
    const isPaying = (await findCardState(database, order_id)) === 'checking'
    const shown = { events, hasMailServer, shop, isPaying, now: clock() }
    return serializeAdminOrder(state, shown, context.media)
  })

  adminRoute(app, context, adminOrders.previewOrderMail, ORDERS, async ({ params, body }, { admin }) => {
    if (OWNERS_CHANGES.has(body.change) && admin.role !== 'owner') throw new AppError('forbidden')
    const state = await readOrderState(database, await getOrder(database, params.order_id))
    const policy = await getReturnPolicy(database)
    const tools = { shop: await getShopSettings(database), policy, now: clock(), settings }
    const mail =
      body.change === 'pay_link'
        ? await previewPayLink(database, state.order, { ...tools, findOpeningProblems })
        : mailOf(state, body, tools)
    const { subject, text } = await composeMail(database, mail, tools.shop)
    return { to: mail.to, subject, text }
  })

  adminRoute(app, context, adminMail.listMailSamples, ORDERS_OR_INQUIRIES, async () => ({
    mails: await listMailSamples(database, settings, clock()),
  }))
}

/** Routes that change an order. Helpers refund nothing. */
export function changeOrderAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, settings } = context
  const changeContext = (actor: string) => ({ database, clock, actor })

  adminRoute(app, context, adminOrders.shipOrder, ORDERS, async ({ params: { order_id }, body }, { admin }) => {
    const [by, request] = [changeContext(admin.email), { order_id, version: body.version }]
    const { way } = body
    if (way !== 'tracked') return { audit_id: await shipUntracked(by, { ...request, way }) }
    const tracking_number = requireTrackingNumber(body)
    const hasNumber = (await getOrder(database, order_id)).tracking_number !== null
    return { audit_id: await (hasNumber ? correctTracking : shipOrder)(by, { ...request, tracking_number }) }
  })

  adminRoute(app, context, adminOrders.markDelivered, ORDERS, async ({ params, body }, { admin }) => {
    return { audit_id: await markDelivered(changeContext(admin.email), { ...params, ...body }) }
  })

  adminRoute(app, context, adminOrders.markSeveralDelivered, ORDERS, async ({ body }, { admin }) => {
    return { audit_id: await markSeveralDelivered(changeContext(admin.email), body) }
  })

  adminRoute(app, context, adminOrders.cancelByShop, ORDERS, async ({ params, body }, { admin }) => {
    const audit_id = await cancelByShop(changeContext(admin.email), { ...params, ...body })
    await context.catalogVersion.refresh()
    return { audit_id }
  })

  adminRoute(app, context, adminOrders.refundOrder, OWNERS, async ({ params, body }, { admin }) => {
    return { audit_id: await refundOrder(changeContext(admin.email), { ...params, ...body }) }
  })

  adminRoute(app, context, adminOrderDelays.sendDelayNotice, OWNERS, async ({ params, body }, { admin }) => {
    const by = { ...changeContext(admin.email), settings }
    return { audit_id: await sendDelayNotice(by, { ...params, ...body }) }
  })

  adminRoute(app, context, adminOrders.chargeAgain, ORDERS, async ({ params, body }, { admin }) => {
    return { audit_id: await chargeAgain(changeContext(admin.email), { ...params, ...body }) }
  })

  adminRoute(app, context, adminOrders.correctAddress, ORDERS, async ({ params, body }, { admin }) => {
    return { audit_id: await correctAddress(changeContext(admin.email), { ...params, ...body }) }
  })

  adminRoute(app, context, adminOrders.recordPayment, ORDERS, async ({ params, body }, { admin }) => {
    return { audit_id: await recordPayment(changeContext(admin.email), { ...params, ...body }) }
  })

  adminRoute(app, context, adminOrders.noteOnOrder, ORDERS, async ({ params, body }, { admin }) => {
    return { audit_id: await noteOnOrder(changeContext(admin.email), { ...params, ...body, version: null }) }
  })
}

async function getOrder(database: Database, orderId: string): Promise<StoredOrder> {
  const order = await findOrder(database, orderId)
  if (order === null) throw new AppError('not_found', `There is no order ${orderId}.`)
  return order
}

type PreviewTools = { shop: AdminSettings; policy: ReturnPolicy; now: Date; settings: Context['settings'] }

/** The mail about a change. Throws what the change would throw. */
function mailOf(
  state: OrderState,
  change: Exclude<MailedChange, { change: 'pay_link' }>,
  tools: PreviewTools,
): NewMail {
  const { order } = state
  const { shop, now } = tools
  if (change.change === 'delay') return previewDelay(state, change.ship_by, tools)
  if (change.change === 'ship') {
    const after = previewShipment(state, change, now)
    return shipmentChangeMail(order, { before: order, after, money: captureNotice(order, state.payment) }, shop)
  }
  if (change.change === 'refund') {
    itemsOfRefund(state, change)
    return refundMail(order, change, state.payment, shop)
  }
  if (change.change === 'cancel') return cancellationByShop(order, planCancellation(state, change), shop)
  return previewReturnMail(state, change, tools)
}
