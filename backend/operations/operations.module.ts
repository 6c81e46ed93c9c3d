import type { ShopModule } from '../platform/module.ts'
import { backupAdminRoutes } from './backup/backup.admin-routes.ts'
import { todayAdminRoutes } from './today.admin-routes.ts'

export const operationsModule: ShopModule = {
  adminRoutes: [todayAdminRoutes, backupAdminRoutes],
}
