import { adminCheckout } from '@shop/contract/delivery/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS } from '../admin/admin-route.ts'
import type { Context } from '../platform/context.ts'
import { invalidFields } from '../platform/http/errors/app-error.ts'
import { listDeliveryOptions } from './delivery.repository.ts'
import { checkDeliveryOptions } from './delivery-and-tax-files.ts'
import { replaceDeliveryOptions } from './replace-delivery-options.ts'

export function deliveryAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, catalogVersion } = context

  adminRoute(app, context, adminCheckout.getDeliveryOptions, OWNERS, async () => ({
    options: await listDeliveryOptions(database),
  }))

  adminRoute(app, context, adminCheckout.replaceDeliveryOptions, OWNERS, async ({ body }, { admin }) => {
    // Commands and admin accept the same values.
    const { found, errors } = checkDeliveryOptions(body.wanted)
    if (found === null) throw invalidFields(errors)
    const by = { ...context, actor: admin.email }
    const audit_id = await replaceDeliveryOptions(by, found, body.seen)
    await catalogVersion.refresh()
    return { audit_id }
  })
}
