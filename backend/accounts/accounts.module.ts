import type { ShopModule } from '../platform/module.ts'
import { deleteOldLinks, deleteOldSessions, forgetAccounts } from './accounts.repository.ts'
import { accountsRoutes, ownAccountRoutes } from './accounts.routes.ts'
import { listAccountsOf, listSessionsOf } from './personal-data.repository.ts'

export const accountsModule: ShopModule = {
  name: 'accounts',
  routes: [accountsRoutes, ownAccountRoutes],
  personalData: {
    read: async (database, addresses) => ({
      accounts: await listAccountsOf(database, addresses),
      sessions: await listSessionsOf(database, addresses),
    }),
    forget: async (trx, { addresses }) => ({ accounts: await forgetAccounts(trx, addresses) }),
  },
  oldData: {
    sessions: { days: 'sessionDays', remove: deleteOldSessions },
    accountLinks: { days: 'sessionDays', remove: deleteOldLinks },
  },
}
