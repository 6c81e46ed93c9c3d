import type { ShopSettings } from '@shop/contract/pages/shop'
import type { ShopModule } from '../platform/module.ts'
import { toFamilyOf } from '../platform/settings/settings.ts'
import { disputesAdminRoutes } from './disputes/disputes.admin-routes.ts'
import { startPaymentWorker } from './payment-worker.ts'
import { startReconciliation } from './reconcile.ts'
import { paymentTasksAdminRoutes } from './tasks/payment-tasks.admin-routes.ts'
import { webhooksRoutes } from './webhooks.routes.ts'

export const settlementModule: ShopModule = {
  name: 'settlement',
  callGroups: { disputes: 'admin: payments', payments: 'admin: payments' },
  routes: [webhooksRoutes],
  adminRoutes: [paymentTasksAdminRoutes, disputesAdminRoutes],
  // Open payments are settled while orders are paused too.
  jobs: ({ payments, ...context }) => {
    if (payments === null) return []
    const worker = { ...context, payments, toFamily: (shop: ShopSettings) => toFamilyOf(context.settings, shop) }
    return [startPaymentWorker(worker), startReconciliation(worker)]
  },
}
