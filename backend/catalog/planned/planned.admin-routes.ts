import { adminPlannedChanges } from '@shop/contract/catalog/planned-changes'
import type { FastifyInstance } from 'fastify'
import { adminRoute, PRODUCTS } from '../../admin/admin-route.ts'
import type { Context } from '../../platform/context.ts'
import { localTime } from '../../platform/lib/days/local-time.ts'
import { shopZone } from '../../platform/lib/days/shop-zone.ts'
import { cancelPlanned, editPlanned, planChange } from './plan-change.ts'
import { listPlanned } from './planned.repository.ts'

export function plannedAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  const by = (admin: { email: string }) => ({ database, clock, actor: admin.email })

  adminRoute(app, context, adminPlannedChanges.listPlannedChanges, PRODUCTS, async () => ({
    planned: (await listPlanned(database)).map(({ planned_by: _, changes, ...planned }) => ({
      ...planned,
      changes: changes ?? {},
      local: localTime(new Date(planned.at)),
    })),
    zone: shopZone(),
  }))

  adminRoute(app, context, adminPlannedChanges.planChange, PRODUCTS, async ({ params, body }, { admin }) =>
    planChange(by(admin), params.product_id, body),
  )

  adminRoute(app, context, adminPlannedChanges.editPlannedChange, PRODUCTS, async ({ params, body }, { admin }) =>
    editPlanned(by(admin), params.planned_id, body),
  )

  adminRoute(app, context, adminPlannedChanges.cancelPlannedChange, PRODUCTS, async ({ params, body }, { admin }) =>
    cancelPlanned(by(admin), params.planned_id, body.version),
  )
}
