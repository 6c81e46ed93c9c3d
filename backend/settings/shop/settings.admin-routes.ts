import { type AdminSettings, changeSettingsEndpoint, getSettingsEndpoint } from '@shop/contract/admin/settings'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS } from '../../admin/admin-route.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/errors/app-error.ts'
import { listSettingErrors, type StoredSettings } from '../shop-config.ts'
import { changeSettings } from './change-settings.ts'
import { getShopSettings } from './shop-settings.repository.ts'

/** What owners see and change of the shop's settings. */
export function settingsAdminRoutes(app: FastifyInstance, context: Context): void {
  adminRoute(app, context, getSettingsEndpoint, OWNERS, async () => {
    return { settings: toWire(await getShopSettings(context.database)) }
  })

  adminRoute(app, context, changeSettingsEndpoint, OWNERS, async ({ body }, { admin }) => {
    const [wanted, seen] = [withoutUndefined<StoredSettings>(body.wanted), withoutUndefined<StoredSettings>(body.seen)]
    requireValid(wanted)
    const { auditId } = await changeSettings({ ...context, actor: admin.email }, wanted, seen)
    await context.catalogVersion.refresh()
    return { audit_id: auditId }
  })
}

/** Throws all that is wrong, so that a form can show every error beside its field. */
function requireValid(wanted: Partial<StoredSettings>): void {
  const details = listSettingErrors(wanted).map(({ key, problem }) => {
    // `social[0].url` is `social.0.url` among the fields of a request.
    return { field: key.replace(/\[(\d+)\]/g, '.$1'), message: problem }
  })
  const [first] = details
  if (first !== undefined) throw new AppError('invalid_request', first.message, details)
}

function toWire({ social, notices, ...texts }: StoredSettings): AdminSettings {
  return { ...texts, social: social.map((page) => ({ ...page })), notices: [...notices] }
}

type Undefinable<T> = { [Key in keyof T]?: T[Key] | undefined }

function withoutUndefined<T extends object>(values: Undefinable<T>): Partial<T> {
  // Only entries without a value are dropped.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}
