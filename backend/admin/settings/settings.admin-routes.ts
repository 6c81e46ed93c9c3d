import { adminSettings } from '@shop/contract/settings/admin'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { adminRoute, OWNERS } from '../admin-route.ts'
import { changeSettings } from './change-settings.ts'

export function settingsAdminRoutes(app: FastifyInstance, context: Context): void {
  adminRoute(app, context, adminSettings.getSettings, OWNERS, async () => {
    return { settings: await getShopSettings(context.database) }
  })

  adminRoute(app, context, adminSettings.listMissing, OWNERS, async () => {
    const problems = await context.findOpeningProblems()
    return { missing: problems.map(({ code, text, remedy }) => ({ code, text, remedy })) }
  })

  adminRoute(app, context, adminSettings.changeSettings, OWNERS, async ({ body: { wanted, seen } }, { admin }) => {
    const { audit_id } = await changeSettings({ ...context, actor: admin.email }, wanted, seen)
    await context.catalogVersion.refresh()
    // An undo can't open orders, which has checks of its own.
    return { audit_id: wanted.orders === 'paused' ? null : audit_id }
  })
}
