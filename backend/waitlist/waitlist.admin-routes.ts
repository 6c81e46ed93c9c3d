import { adminWaitlist } from '@shop/contract/waitlist/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS, PRODUCTS } from '../admin/admin-route.ts'
import type { Context } from '../platform/context.ts'
import { forgetWaiting } from './forget-waiting.ts'
import { countWaiting } from './waitlist.repository.ts'

export function waitlistAdminRoutes(app: FastifyInstance, context: Context): void {
  adminRoute(app, context, adminWaitlist.listWaiting, PRODUCTS, () => countWaiting(context.database))

  adminRoute(app, context, adminWaitlist.forgetWaiting, OWNERS, async ({ body }, { admin }) => {
    const deleted = await forgetWaiting({ ...context, actor: admin.email }, body.email)
    return { audit_id: null, deleted }
  })
}
