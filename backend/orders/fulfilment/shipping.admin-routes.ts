import { adminShipping, type DueFilter } from '@shop/contract/orders/shipping'
import { shopAddressLines } from '@shop/contract/settings/shop-address'
import { MAX_SHEET_LENGTH } from '@shop/contract/text/sheet-text'
import type { FastifyInstance } from 'fastify'
import { adminRoute, ORDERS } from '../../admin/admin-route.ts'
import type { Context } from '../../platform/context.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { listDueOrders, serializeDueOrder } from './due-orders.ts'
import { labelsCsv } from './labels-csv.ts'
import { previewTracking, shipSeveral } from './ship-several.ts'

/** Bytes: up to 4 per character, and JSON escapes some. */
const SHEET_OPTIONS = { bodyLimit: 4 * MAX_SHEET_LENGTH }
/** Bytes: about 200 per order. */
const SHIPMENT_OPTIONS = { bodyLimit: 1024 * 1024 }

/** Routes of shipping: orders to ship, labels, and tracking numbers. */
export function shippingAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, settings } = context
  const listDue = (due: DueFilter) => listDueOrders(database, due, clock())

  adminRoute(app, context, adminShipping.listDueOrders, ORDERS, async ({ query: { due } }) => {
    const { orders, waiting, hasMore } = await listDue(due)
    const { name, supportEmail: email, shopAddress } = await getShopSettings(database)
    const today = localDay(clock())
    return {
      orders: orders.map((one) => serializeDueOrder(one, today)),
      waiting: waiting.map(({ order, promisedOn, problem }) => {
        const { order_id, first_name, last_name } = order
        return { order_id, name: `${first_name} ${last_name}`, promised_on: promisedOn, problem }
      }),
      has_more: hasMore,
      shop: { name, email, postal_address: shopAddressLines(shopAddress) },
    }
  })

  adminRoute(app, context, adminShipping.exportLabels, ORDERS, async ({ query: { due } }) => {
    const { orders } = await listDue(due)
    const labels = await labelsCsv(
      database,
      orders.map(({ order }) => order),
    )
    return { csv: labels.csv, orders: labels.orders, left_out: labels.leftOut }
  })

  adminRoute(
    app,
    context,
    adminShipping.previewTracking,
    ORDERS,
    async ({ body: { text } }) => {
      const preview = await previewTracking(database, text, clock())
      return { ...preview, has_mail_server: settings.smtpUrl !== null }
    },
    SHEET_OPTIONS,
  )

  adminRoute(
    app,
    context,
    adminShipping.shipSeveral,
    ORDERS,
    async ({ body: { shipments } }, { admin }) => ({
      audit_id: await shipSeveral({ database, clock, actor: admin.email }, shipments),
    }),
    SHIPMENT_OPTIONS,
  )
}
