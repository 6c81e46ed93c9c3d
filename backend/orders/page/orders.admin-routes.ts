import { adminMail } from '@shop/contract/mail/admin'
import { adminOrders, type MailedChange, ordersFile } from '@shop/contract/orders/admin'
import { adminOrderDelays } from '@shop/contract/orders/admin-delays'
import { adminOrderImports } from '@shop/contract/orders/import'
import { adminTakenOrders } from '@shop/contract/orders/taken-orders'
import type { ReturnPolicy } from '@shop/contract/pages/return-policy'
import type { AdminSettings } from '@shop/contract/settings/admin'
import { MAX_SHEET_LENGTH } from '@shop/contract/text/sheet-text'
import type { FastifyInstance } from 'fastify'
import { readActorNames } from '../../admin/access/admins.repository.ts'
import { adminRoute, ORDERS, ORDERS_OR_INQUIRIES, OWNERS } from '../../admin/admin-route.ts'
import { fileRoute } from '../../admin/file-route.ts'
import { decodeCursor, PAGE_SIZE, pageOf } from '../../admin/list-cursor.ts'
import { listDeliveryOptions } from '../../delivery/delivery.repository.ts'
import { listDiscounts } from '../../discounts/read-discount.ts'
import { composeMail, type NewMail } from '../../mail/enqueue-mail.ts'
import { listDeliveries } from '../../mail/outbox.repository.ts'
import { getReturnPolicy } from '../../pages/texts/page-texts.repository.ts'
import { findCardState } from '../../payments/ledger/payments.repository.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { listTakenTaxes } from '../../tax/sales-tax.repository.ts'
import { cancelByShop, cancellationOf } from '../cancellation/cancel-by-shop.ts'
import { cancellationByShop } from '../cancellation/cancellation.mail.ts'
import { chargeAgain, moneyOfShipped } from '../charge-order.ts'
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
import { importOrders, previewImport, readSheet } from '../import/orders.import.ts'
import { listOrdersPage, listToCharge, listToPayBack } from '../list/orders-page.repository.ts'
import { type OrderState, readOrderState } from '../order-change.ts'
import { shipmentChangeMail } from '../orders.mail.ts'
import { findOrder, type StoredOrder } from '../orders.repository.ts'
import { previewPayLink } from '../pay-links/pay-link.ts'
import { itemsOfRefund, refundMail, refundOrder } from '../refunds/refund-order.ts'
import { previewReturnMail } from '../returns/change-return.ts'
import { previewTakenOrder, takeOrder } from '../taken/take-order.ts'
import { listMailSamples } from './mail-samples.ts'
import { correctAddress, noteOnOrder, recordPayment } from './order-details.ts'
import { historyOf, mailIdsOf } from './order-history.ts'
import { serializeAdminOrder, serializeListedOrder } from './orders.serializers.ts'
import { ordersCsv } from './orders-csv.ts'

/** Entries of an order's history; older ones are in the audit log. */
const MAX_EVENTS = 200

/** A character of a spreadsheet has up to 4 bytes, and JSON escapes some. */
const SHEET_OPTIONS = { bodyLimit: 4 * MAX_SHEET_LENGTH }

/** The changes whose mails only owners are shown. */
const OWNERS_CHANGES: ReadonlySet<MailedChange['change']> = new Set([
  'refund',
  'delay',
  'pay_link',
  'accept_return',
  'decline_return',
])

/** Routes of owners and helpers for orders. Helpers pay nothing back. */
export function ordersAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, settings, findOpeningProblems } = context
  const changeContext = (actor: string) => ({ database, clock, actor })

  async function getOrder(orderId: string): Promise<StoredOrder> {
    const order = await findOrder(database, orderId)
    if (order === null) throw new AppError('not_found', `There is no order ${orderId}.`)
    return order
  }

  adminRoute(app, context, adminOrders.listAdminOrders, ORDERS, async ({ query: { filter, q, after } }) => {
    const [orderDate = '', orderId = ''] = after === undefined ? [] : decodeCursor(after, 2)
    const from = after === undefined ? null : { orderDate, orderId }
    const found = await listOrdersPage(database, { filter, q }, { from, limit: PAGE_SIZE + 1 })
    const { rows, next } = pageOf(found, ({ order_date, order_id }) => [order_date, order_id])
    const ids = rows.map(({ order_id }) => order_id)
    const [toPayBack, toCharge] = [await listToPayBack(database, ids), await listToCharge(database, ids)]
    return {
      orders: rows.map((order) =>
        serializeListedOrder(order, {
          toPayBack: toPayBack.has(order.order_id),
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
    const state = await readOrderState(database, await getOrder(order_id))
    const entries = await listOrderEntries(database, order_id, MAX_EVENTS)
    const events = historyOf(state, entries, {
      isOwner: admin.role === 'owner',
      nameOf: await readActorNames(database),
      deliveries: await listDeliveries(database, mailIdsOf(state, entries)),
    })
    const toPayBack = (await listToPayBack(database, [order_id])).has(order_id)
    const toCharge = (await listToCharge(database, [order_id])).has(order_id)
    const [hasMailServer, shop] = [settings.smtpUrl !== null, await getShopSettings(database)]
    const isPaying = (await findCardState(database, order_id)) === 'checking'
    const shown = { events, toPayBack, toCharge, hasMailServer, shop, isPaying, now: clock() }
    return serializeAdminOrder(state, shown, context.media)
  })

  adminRoute(app, context, adminOrders.previewOrderMail, ORDERS, async ({ params, body }, { admin }) => {
    if (OWNERS_CHANGES.has(body.change) && admin.role !== 'owner') throw new AppError('forbidden')
    const state = await readOrderState(database, await getOrder(params.order_id))
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

  adminRoute(app, context, adminOrders.shipOrder, ORDERS, async ({ params: { order_id }, body }, { admin }) => {
    const [by, request] = [changeContext(admin.email), { order_id, version: body.version }]
    const { way } = body
    if (way !== 'tracked') return { audit_id: await shipUntracked(by, { ...request, way }) }
    const tracking_number = requireTrackingNumber(body)
    const hasNumber = (await getOrder(order_id)).tracking_number !== null
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

  adminRoute(app, context, adminTakenOrders.getOrderTerms, ORDERS, async () => ({
    delivery_options: (await listDeliveryOptions(database)).map((option) => ({
      id: option.delivery_type_id,
      text: option.display_text,
      cost_cents: option.delivery_cost_cents,
    })),
    taxes: (await listTakenTaxes(database)).map(({ state, collected, rate, deliveryTaxed, zipRates }) => {
      return { state, collected, rate, delivery_taxed: deliveryTaxed, zip_rates: [...zipRates] }
    }),
    ...(await listDiscounts(database, localDay(clock()))),
  }))

  adminRoute(app, context, adminOrders.noteOnOrder, ORDERS, async ({ params, body }, { admin }) => {
    return { audit_id: await noteOnOrder(changeContext(admin.email), { ...params, ...body, version: null }) }
  })

  adminRoute(app, context, adminTakenOrders.previewTakenOrder, ORDERS, async ({ body }) => ({
    ...(await previewTakenOrder(database, body, { now: clock(), shop: await getShopSettings(database) })),
    has_mail_server: settings.smtpUrl !== null,
  }))

  adminRoute(app, context, adminTakenOrders.takeOrder, ORDERS, async ({ body }, { admin }) => {
    const { orderId, auditId } = await takeOrder(changeContext(admin.email), body)
    await context.catalogVersion.refresh()
    return { audit_id: auditId, order_id: orderId }
  })

  // Of its own, since a process of the version before would enter such an order without its entry, and then once more.
  adminRoute(app, context, adminTakenOrders.enterOfflineOrder, ORDERS, async ({ body }, { admin }) => {
    const { entry, ...taken } = body
    const { orderId, auditId } = await takeOrder(changeContext(admin.email), taken, entry)
    await context.catalogVersion.refresh()
    return { audit_id: auditId, order_id: orderId }
  })

  adminRoute(
    app,
    context,
    adminOrderImports.previewOrdersImport,
    ORDERS,
    async ({ body: { text, columns, status } }) => previewImport(database, text, columns, status),
    SHEET_OPTIONS,
  )

  adminRoute(
    app,
    context,
    adminOrderImports.importOrders,
    ORDERS,
    async ({ body: { text, columns, status, right_zips } }, { admin }) => {
      const { questions, parts, ...sheet } = await readSheet(text, columns, status)
      const open = [...sheet.errors, ...questions.filter(({ row }) => !right_zips.includes(row))]
      const { imported, errors, auditId } = await importOrders(changeContext(admin.email), { parts, errors: open })
      const [first] = errors
      if (first !== undefined) {
        const problem = `${first.field} ${first.message}`.trim()
        throw new AppError('conflict', `Row ${first.row}: ${problem}. Nothing was imported.`)
      }
      return { audit_id: auditId, orders: imported.length }
    },
    SHEET_OPTIONS,
  )
}

type PreviewTools = { shop: AdminSettings; policy: ReturnPolicy; now: Date; settings: Context['settings'] }

/** The mail that the shopper would get about a change; throws what the change itself would throw. */
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
    return shipmentChangeMail(order, { before: order, after, money: moneyOfShipped(order, state.payment) }, shop)
  }
  if (change.change === 'refund') {
    itemsOfRefund(state, change)
    return refundMail(order, change, state.payment, shop)
  }
  if (change.change === 'cancel') return cancellationByShop(order, cancellationOf(state, change), shop)
  return previewReturnMail(state, change, tools)
}
