import type { ShopModule } from '../platform/module.ts'
import { checkMissingPages } from './check-missing-pages.ts'
import { demandAdminRoutes, visitsAdminRoutes } from './visits.admin-routes.ts'
import { deleteOldCounts } from './visits.repository.ts'
import { demandRoutes, visitsRoutes } from './visits.routes.ts'

export const visitsModule: ShopModule = {
  name: 'visits',
  callGroups: { demand: 'admin: sales', visits: 'admin: sales' },
  routes: [visitsRoutes, demandRoutes],
  adminRoutes: [visitsAdminRoutes, demandAdminRoutes],
  checks: [checkMissingPages],
  oldData: {
    visits: { days: 'visitDays', remove: deleteOldCounts },
  },
}
