import { adminTakenOrders } from '@shop/contract/orders/taken-orders'
import type { FastifyInstance } from 'fastify'
import { adminRoute, ORDERS } from '../../admin/admin-route.ts'
import { listDeliveryOptions } from '../../delivery/delivery.repository.ts'
import { listDiscounts } from '../../discounts/read-discount.ts'
import type { Context } from '../../platform/context.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { listTakenTaxes } from '../../tax/sales-tax.repository.ts'
import { previewTakenOrder, takeOrder } from './take-order.ts'

/** Routes to enter orders by phone or at a fair. */
export function takenOrdersAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, settings } = context
  const changeContext = (actor: string) => ({ database, clock, actor })

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

  adminRoute(app, context, adminTakenOrders.previewTakenOrder, ORDERS, async ({ body }) => ({
    ...(await previewTakenOrder(database, body, { now: clock(), shop: await getShopSettings(database) })),
    has_mail_server: settings.smtpUrl !== null,
  }))

  adminRoute(app, context, adminTakenOrders.takeOrder, ORDERS, async ({ body }, { admin }) => {
    const { orderId, auditId } = await takeOrder(changeContext(admin.email), body)
    await context.catalogVersion.refresh()
    return { audit_id: auditId, order_id: orderId }
  })

  // A separate route: the version before would ignore the entry's id and store such an order twice.
  adminRoute(app, context, adminTakenOrders.enterOfflineOrder, ORDERS, async ({ body }, { admin }) => {
    const { entry, ...taken } = body
    const { orderId, auditId } = await takeOrder(changeContext(admin.email), taken, entry)
    await context.catalogVersion.refresh()
    return { audit_id: auditId, order_id: orderId }
  })
}
