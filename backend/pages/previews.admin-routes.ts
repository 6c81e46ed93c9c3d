import { previewPath, productId } from '@shop/contract/admin/catalog'
import { catalogCalls } from '@shop/contract/catalog'
import { wireProduct } from '@shop/contract/catalog.schemas'
import type { Fetch } from '@shop/contract/client'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { accessTo, PRODUCTS } from '../admin/admin-route.ts'
import { listSiblings } from '../catalog/catalog.repository.ts'
import { serializeProduct } from '../catalog/catalog.serializers.ts'
import { readCloths } from '../catalog/change-colors.ts'
import { requireProduct } from '../catalog/edit-product.ts'
import type { Context } from '../context.ts'
import { errorResponses } from '../http/documented-schema.ts'
import { localDay } from '../lib/local-day.ts'
import { publicUrlOf } from '../settings/settings.ts'
import type { Storefront } from './storefront.ts'

/** The page is only looked at: it runs no code, is shown in the admin alone and sends no form. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: https:",
  "media-src 'self' https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const params = z.object({ product_id: productId.check(z.describe('Id of the product')) })

const schema = {
  operationId: 'adminPreviewProduct',
  summary: "Renders a product's page as shoppers would see it",
  description: 'A page without scripts, also of a draft. Neither cached nor indexed.',
  tags: ['admin'],
  security: [{ adminSession: [] }],
  params,
  response: {
    200: { description: 'Done', content: { 'text/html': { schema: z.string() } } },
    ...errorResponses([401, 403, 404]),
  },
}

/** The storefront's own product page for those who are signed in to the admin, drafts included. */
export function previewRoutes(
  app: FastifyInstance,
  context: Context,
  { storefront, send }: { storefront: Storefront; send: Fetch },
): void {
  const { clock, database, settings, shopSettings } = context
  app.get(
    previewPath('ID').replace('ID', ':product_id'),
    {
      schema,
      exposeHeadRoute: false,
      ...accessTo(context, PRODUCTS),
    },
    async (request, reply) => {
      const { product_id } = params.parse(request.params)
      const product = await requireProduct(database, product_id)
      const siblings = await listSiblings(database, product)
      const shown = z.parse(
        wireProduct,
        serializeProduct(product, { siblings, day: localDay(clock()), isHidden: product.status === 'hidden' }),
      )
      const { shop } = await shopSettings.read()
      const { html } = await storefront.render(`/product/${encodeURIComponent(product_id)}`, {
        manifest: storefront.manifest,
        apiUrl: '',
        origin: publicUrlOf(settings, shop),
        shop,
        cloths: await readCloths(database),
        send: withProduct(send, product_id, shown),
      })
      reply.headers({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
      })
      return withoutScripts(html)
    },
  )
}

/** Answers the call for one product with what shoppers would see of it; all other calls go through. */
function withProduct(send: Fetch, productId: string, shown: z.output<typeof wireProduct>): Fetch {
  const path = catalogCalls.getProduct.path.replace(':product_id', encodeURIComponent(productId))
  return (url, init) => (url === path ? Promise.resolve(Response.json(shown)) : send(url, init))
}

/** Without its application the page stays as it was rendered; links would leave the preview, so they open elsewhere. */
function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
    .replace('<head>', '<head><base target="_blank"/>')
}
