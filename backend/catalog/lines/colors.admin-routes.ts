import { adminColors } from '@shop/contract/catalog/colors'
import type { FastifyInstance } from 'fastify'
import { adminRoute, PRODUCTS } from '../../admin/admin-route.ts'
import type { Context } from '../../platform/context.ts'
import { orderColors, readColors, removeColor, saveColor } from './change-colors.ts'

export function colorsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, catalogVersion } = context
  const changed = async (audit_id: number | null) => {
    await catalogVersion.refresh()
    return { audit_id }
  }

  adminRoute(app, context, adminColors.listColors, PRODUCTS, () => readColors(database))

  adminRoute(app, context, adminColors.saveColor, PRODUCTS, async ({ body }, { admin }) =>
    changed(await saveColor({ ...context, actor: admin.email }, body)),
  )

  adminRoute(app, context, adminColors.orderColors, PRODUCTS, async ({ body: { colors: names, seen } }, { admin }) =>
    changed(await orderColors({ ...context, actor: admin.email }, { names, seen })),
  )

  adminRoute(app, context, adminColors.removeColor, PRODUCTS, async ({ body: { color: name, to, seen } }, { admin }) =>
    changed(await removeColor({ ...context, actor: admin.email }, { name, to, seen })),
  )
}
