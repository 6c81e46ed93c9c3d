import type { ShopModule } from '../platform/module.ts'
import { startWaitlist } from './mail-back-in-stock.ts'
import { waitlistAdminRoutes } from './waitlist.admin-routes.ts'
import { deleteOldWaiting, deleteWaitingOf, listWaitingOf } from './waitlist.repository.ts'
import { waitlistRoutes } from './waitlist.routes.ts'

export const waitlistModule: ShopModule = {
  name: 'waitlist',
  callGroups: { waitlist: 'admin: customers' },
  routes: [waitlistRoutes],
  adminRoutes: [waitlistAdminRoutes],
  auditSubjects: { waitlist: { need: ['products'] } },
  // Without a mail server addresses would be deleted without an email.
  jobs: (context) => (context.settings.smtpUrl === null ? [] : [startWaitlist(context)]),
  personalData: {
    read: async (database, addresses) => ({ wishes_to_be_told: await listWaitingOf(database, addresses) }),
    forget: async (trx, { addresses }) => ({ wishes: await deleteWaitingOf(trx, addresses) }),
  },
  oldData: {
    waitlist: { days: 0, remove: deleteOldWaiting },
  },
}
