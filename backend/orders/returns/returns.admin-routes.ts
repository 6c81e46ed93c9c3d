import { adminReturns, MAX_LABEL_BYTES } from '@shop/contract/returns/admin'
import type { FastifyInstance } from 'fastify'
import { adminRoute, ORDERS, OWNERS } from '../../admin/admin-route.ts'
import type { Context } from '../../platform/context.ts'
import { publicUrlOf } from '../../platform/settings/settings.ts'
import { readLabel } from '../return-label.ts'
import { acceptReturn, declineReturn, receiveReturn } from './change-return.ts'

/** Base64 takes four characters for three bytes; the rest of the request is small. */
const LABEL = { bodyLimit: Math.ceil(MAX_LABEL_BYTES * 1.5) }

/** Routes of owners and helpers for returns; helpers decide none, and pay nothing back. */
export function returnsAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, settings } = context
  const changeContext = (actor: string) => ({ database, clock, actor })

  adminRoute(
    app,
    context,
    adminReturns.acceptReturn,
    OWNERS,
    async ({ params, body: { answer, label, version: seen } }, { admin }) => {
      const audit_id = await acceptReturn(changeContext(admin.email), {
        orderId: params.order_id,
        returnId: params.return_id,
        answer,
        label: label === null ? null : readLabel(Buffer.from(label, 'base64')),
        publicUrl: publicUrlOf(settings, app.shop()),
        seen,
      })
      return { audit_id }
    },
    LABEL,
  )

  adminRoute(app, context, adminReturns.declineReturn, OWNERS, async ({ params, body }, { admin }) => {
    const change = { orderId: params.order_id, returnId: params.return_id, answer: body.answer, seen: body.version }
    return { audit_id: await declineReturn(changeContext(admin.email), change) }
  })

  adminRoute(app, context, adminReturns.receiveReturn, ORDERS, async ({ params, body }, { admin }) => {
    const audit_id = await receiveReturn(changeContext(admin.email), {
      orderId: params.order_id,
      returnId: params.return_id,
      restockedItemIds: body.restocked_item_ids,
      seen: body.version,
    })
    await context.catalogVersion.refresh()
    return { audit_id }
  })
}
