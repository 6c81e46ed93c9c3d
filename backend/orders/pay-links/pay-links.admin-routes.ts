import { adminPayLinks } from '@shop/contract/orders/admin-pay-links'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { FastifyInstance } from 'fastify'
import { adminRoute, OWNERS } from '../../admin/admin-route.ts'
import type { Context } from '../../platform/context.ts'
import { publicUrlOf } from '../../platform/settings/settings.ts'
import { sendPayLink, withdrawPayLink } from './pay-link.ts'

/** Payment links of manual orders. */
export function payLinksAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, settings, findOpeningProblems } = context
  const by = (actor: string) => ({ database, clock, actor })
  const publicUrl = (shop: ShopSettings) => publicUrlOf(settings, shop)

  adminRoute(
    app,
    context,
    adminPayLinks.sendPayLink,
    OWNERS,
    async ({ params, body }, { admin }) => {
      const sending = { ...by(admin.email), findOpeningProblems, publicUrl }
      const { url } = await sendPayLink(sending, { ...params, ...body })
      return { audit_id: null, url }
    },
    { hasSecretResponse: true },
  )

  adminRoute(app, context, adminPayLinks.withdrawPayLink, OWNERS, async ({ params, body }, { admin }) => {
    await withdrawPayLink(by(admin.email), { ...params, ...body })
    return { audit_id: null }
  })
}
