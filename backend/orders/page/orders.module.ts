import { sql } from 'kysely'
import type { AuditEntry } from '../../admin/audit/audit.repository.ts'
import { namesIn } from '../../admin/audit/audit-subjects.repository.ts'
import { isObject } from '../../admin/audit/canonical-json.ts'
import type { ShopModule } from '../../platform/module.ts'
import { delayedOrdersRoutes } from '../delays/delayed-orders.routes.ts'
import { undoDeliveries } from '../fulfilment/mark-delivered.ts'
import { undoShipments } from '../fulfilment/ship-several.ts'
import { shippingAdminRoutes } from '../fulfilment/shipping.admin-routes.ts'
import { importOrdersAdminRoutes } from '../import/import.admin-routes.ts'
import { undoImport } from '../import/orders.import.ts'
import { startRemovingStopped } from '../import/stopped-imports.ts'
import { ordersRoutes } from '../look-up/orders.routes.ts'
import { payLinksAdminRoutes } from '../pay-links/pay-links.admin-routes.ts'
import { deleteWithdrawnMails } from '../pay-links.repository.ts'
import { forgetOrders } from '../personal-data/forget-orders.repository.ts'
import { readOrders } from '../personal-data/read-orders.repository.ts'
import { returnsAdminRoutes } from '../returns/returns.admin-routes.ts'
import { returnsRoutes } from '../returns/returns.routes.ts'
import { deleteOldLabels } from '../returns.repository.ts'
import { takenOrdersAdminRoutes } from '../taken/taken-orders.admin-routes.ts'
import { ORDER_UNDO_RULES } from './order-undo-rules.ts'
import { changeOrderAdminRoutes, ordersAdminRoutes } from './orders.admin-routes.ts'

/** Days after the request for a return, when its label is no longer used. */
const LABEL_DAYS = 90

const ITEM_NAMES = {
  idsIn: ({ before, after }: Pick<AuditEntry, 'before' | 'after'>) =>
    [before, after].filter(isObject).flatMap(({ items = null }) => {
      const rows = Array.isArray(items) ? items.filter(isObject) : []
      return rows.flatMap(({ order_item_id = null, item_id = null }) =>
        [order_item_id, item_id].filter((id) => typeof id === 'string'),
      )
    }),
  find: namesIn('order_items', 'order_item_id', sql.ref('product_name')),
}

export const ordersModule: ShopModule = {
  name: 'orders',
  callGroups: { orders: 'admin: orders', shipping: 'admin: orders' },
  routes: [ordersRoutes, returnsRoutes, delayedOrdersRoutes],
  adminRoutes: [
    ordersAdminRoutes,
    changeOrderAdminRoutes,
    takenOrdersAdminRoutes,
    importOrdersAdminRoutes,
    shippingAdminRoutes,
    payLinksAdminRoutes,
    returnsAdminRoutes,
  ],
  auditSubjects: {
    order: { need: ['orders'], names: ITEM_NAMES },
    orders: { need: ['orders'] },
  },
  undoRules: {
    ...ORDER_UNDO_RULES,
    'orders.delivered': undoDeliveries,
    'orders.shipped': undoShipments,
    'orders.imported': undoImport,
  },
  personalData: {
    read: async (database, addresses) => ({ orders: await readOrders(database, addresses) }),
    forget: async (trx, { orderIds }) => {
      await forgetOrders(trx, orderIds)
      return {}
    },
  },
  jobs: (context) => [startRemovingStopped(context)],
  oldData: {
    labels: { days: LABEL_DAYS, remove: deleteOldLabels },
    withdrawnMails: { days: 'mailDays', remove: deleteWithdrawnMails },
  },
}
