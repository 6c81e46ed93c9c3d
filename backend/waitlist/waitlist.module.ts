import type { ShopModule } from '../platform/module.ts'
import { waitlistAdminRoutes } from './waitlist.admin-routes.ts'
import { deleteOldWaiting } from './waitlist.repository.ts'
import { waitlistRoutes } from './waitlist.routes.ts'

export const waitlistModule: ShopModule = {
  routes: [waitlistRoutes],
  adminRoutes: [waitlistAdminRoutes],
  oldData: {
    waitlist: { days: 0, remove: deleteOldWaiting },
  },
}
