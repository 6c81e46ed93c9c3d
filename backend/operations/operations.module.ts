import type { ShopModule } from '../platform/module.ts'
import { backupAdminRoutes } from './backup/backup.admin-routes.ts'
import { startNightlyBackup } from './backup/nightly-backup.ts'
import { startOpenShopCheck } from './doctor/mail-findings.ts'
import { operationsGauges } from './operations.gauges.ts'
import { startRetention } from './retention.ts'
import { todayAdminRoutes } from './today.admin-routes.ts'

export const operationsModule: ShopModule = {
  name: 'operations',
  adminRoutes: [todayAdminRoutes, backupAdminRoutes],
  gauges: operationsGauges,
  jobs: (context) => {
    const { database, settings, log } = context
    const { retention, backupDir } = settings
    return [
      startRetention({ ...context, retention }),
      startOpenShopCheck(context),
      ...(backupDir === null ? [] : [startNightlyBackup({ database, location: settings, backupDir, log })]),
    ]
  },
}
