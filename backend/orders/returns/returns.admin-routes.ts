import { adminReturns, MAX_LABEL_BYTES } from '@shop/contract/returns/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, ORDERS, OWNERS } from '../../admin/admin-route.ts'
import type { Context } from '../../platform/context.ts'
import { publicUrlOf } from '../../platform/settings/settings.ts'
import { parseLabel } from '../return-label.ts'
import { acceptReturn, declineReturn, receiveReturn } from './change-return.ts'

/** Bytes: Base64 has four characters for three bytes; the rest of the request is small. */
const LABEL_OPTIONS = { bodyLimit: Math.ceil(MAX_LABEL_BYTES * 1.5) }

/** Routes of returns. Helpers neither decide nor refund. */
export function returnsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, settings } = context
  const changeContext = (actor: string) => ({ database, clock, actor })

  adminRoute(
    app,
    context,
    adminReturns.acceptReturn,
    OWNERS,
    async ({ params, body }, { admin }) => {
      const label = body.label === null ? null : parseLabel(Buffer.from(body.label, 'base64'))
      const publicUrl = publicUrlOf(settings, app.shop())
      return {
        audit_id: await acceptReturn(changeContext(admin.email), { ...params, ...body, label, publicUrl }),
      }
    },
    LABEL_OPTIONS,
  )

  adminRoute(app, context, adminReturns.declineReturn, OWNERS, async ({ params, body }, { admin }) => {
    return { audit_id: await declineReturn(changeContext(admin.email), { ...params, ...body }) }
  })

  adminRoute(app, context, adminReturns.receiveReturn, ORDERS, async ({ params, body }, { admin }) => {
    const audit_id = await receiveReturn(changeContext(admin.email), { ...params, ...body })
    await context.catalogVersion.refresh()
    return { audit_id }
  })
}
