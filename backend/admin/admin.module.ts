import type { ShopModule } from '../platform/module.ts'
import { deleteOldAdminSessions, deleteOldVerifications } from './access/admins.repository.ts'
import { auditAdminRoutes } from './audit/audit.admin-routes.ts'
import { deleteOldEntries, forgetEntries } from './audit/rewrite-entries.repository.ts'
import { mailAdminRoutes } from './mail/mail.admin-routes.ts'
import { undoRights } from './owners/helper-rights.ts'
import { linksRoutes } from './owners/links.routes.ts'
import { ownersAdminRoutes } from './owners/owners.admin-routes.ts'
import { undoSettings } from './settings/change-settings.ts'
import { settingsAdminRoutes } from './settings/settings.admin-routes.ts'
import { accountRoutes } from './sign-in/account.routes.ts'
import { signInRoutes } from './sign-in/sign-in.routes.ts'

export const adminModule: ShopModule = {
  name: 'admin',
  callGroups: {
    auth: 'admin: sign-in',
    entrance: 'admin: sign-in',
    invite: 'admin: sign-in',
    owners: 'admin: sign-in',
    passkeys: 'admin: sign-in',
    reset: 'admin: sign-in',
    session: 'admin: sign-in',
    sessions: 'admin: sign-in',
  },
  adminRoutes: [
    linksRoutes,
    signInRoutes,
    accountRoutes,
    mailAdminRoutes,
    settingsAdminRoutes,
    ownersAdminRoutes,
    auditAdminRoutes,
  ],
  undoRules: {
    'admin.rights_changed': { ...undoRights, ownersOnly: true },
    'settings.updated': { ...undoSettings, ownersOnly: true },
  },
  personalData: {
    forget: async (trx, { addresses: ids }) => {
      // Also of addresses that were merged with this one at some time.
      const texts = ids.map((address) => `"main_address":${JSON.stringify(address)}`)
      await forgetEntries(trx, { kind: 'customer', ids, texts })
      return {}
    },
  },
  oldData: {
    adminSessions: { days: 'sessionDays', remove: deleteOldAdminSessions },
    verifications: { days: 'sessionDays', remove: deleteOldVerifications },
    audit: { days: 'auditDays', remove: deleteOldEntries },
  },
}
