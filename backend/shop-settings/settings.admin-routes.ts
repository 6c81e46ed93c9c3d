import { type AdminSettings, changeSettingsEndpoint, getSettingsEndpoint } from '@shop/contract/admin/settings'
import type { ShopSettings } from '@shop/contract/shop'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS } from '../admin/admin-route.ts'
import { fieldError } from '../admin/auth-errors.ts'
import type { Context } from '../context.ts'
import { ShopSettingError } from '../shop-config.ts'
import { changeSettings } from './change-settings.ts'
import { getShopSettings } from './shop-settings.repository.ts'

/** What owners see and change of the shop's settings. */
export function settingsAdminRoutes(app: FastifyInstance, context: Context): void {
  adminRoute(app, context, getSettingsEndpoint, OWNERS, async () => {
    return { settings: toWire(await getShopSettings(context.database)) }
  })

  adminRoute(app, context, changeSettingsEndpoint, OWNERS, async ({ body }, { admin }) => {
    try {
      const seen = withoutUndefined<ShopSettings>(body.seen)
      const { auditId } = await changeSettings({ ...context, actor: admin.email }, withoutUndefined(body.wanted), seen)
      return { audit_id: auditId }
    } catch (error) {
      // `social[0].url` is `social.0.url` among the fields of a request.
      if (error instanceof ShopSettingError) throw fieldError(error.key.replace(/\[(\d+)\]/g, '.$1'), error.problem)
      throw error
    }
  })
}

function toWire({ social, notices, ...texts }: ShopSettings): AdminSettings {
  return { ...texts, social: social.map((page) => ({ ...page })), notices: [...notices] }
}

type Undefinable<T> = { [Key in keyof T]?: T[Key] | undefined }

function withoutUndefined<T extends object>(values: Undefinable<T>): Partial<T> {
  // Only entries without a value are dropped.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}
