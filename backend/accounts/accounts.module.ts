import type { ShopModule } from '../platform/module.ts'
import { deleteOldLinks, deleteOldSessions } from './accounts.repository.ts'
import { accountsRoutes, ownAccountRoutes } from './accounts.routes.ts'

export const accountsModule: ShopModule = {
  routes: [accountsRoutes, ownAccountRoutes],
  oldData: {
    sessions: { days: 'sessionDays', remove: deleteOldSessions },
    accountLinks: { days: 'sessionDays', remove: deleteOldLinks },
  },
}
