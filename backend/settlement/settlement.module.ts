import type { ShopModule } from '../platform/module.ts'
import { disputesAdminRoutes } from './disputes/disputes.admin-routes.ts'
import { paymentTasksAdminRoutes } from './tasks/payment-tasks.admin-routes.ts'
import { webhooksRoutes } from './webhooks.routes.ts'

export const settlementModule: ShopModule = {
  routes: [webhooksRoutes],
  adminRoutes: [paymentTasksAdminRoutes, disputesAdminRoutes],
}
