import { previewPath, productId } from '@shop/contract/catalog/admin'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { wireProduct } from '@shop/contract/catalog/schemas'
import type { Fetch } from '@shop/contract/http/client'
import { adminPages } from '@shop/contract/pages/admin'
import { EDITABLE_PAGES } from '@shop/contract/pages/fields'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { accessTo, adminRoute, PAGES, PRODUCTS } from '../admin/admin-route.ts'
import { listSiblings } from '../catalog/catalog.repository.ts'
import { serializeProduct } from '../catalog/catalog.serializers.ts'
import { readCloths } from '../catalog/lines/change-colors.ts'
import { isHidden } from '../catalog/presentation.repository.ts'
import { requireProduct } from '../catalog/products/edit-product.ts'
import type { Context } from '../platform/context.ts'
import { errorResponses } from '../platform/http/documented-schema.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { publicUrlOf } from '../platform/settings/settings.ts'
import type { Storefront } from './storefront.ts'
import { requireUsable } from './texts/change-page-texts.ts'
import { listChangedPages } from './texts/page-texts.repository.ts'
import { showValues } from './texts/shown-texts.ts'

/** It runs no code, sends no form, and is only shown in the admin. */
const PREVIEW_POLICY = [
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

/** `storefront`: `null` without pages. */
type Rendering = { storefront: Storefront | null; send: Fetch }

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

function pagePreviewRoute(app: FastifyInstance, context: Context, { storefront, send }: Rendering): void {
  const { database, settings, shopSettings } = context
  adminRoute(app, context, adminPages.previewPage, PAGES, async ({ body: { page, values } }) => {
    const wanted = await requireUsable(database, page, values)
    if (storefront === null) throw new AppError('not_found', 'This shop has no pages to show.')
    const others = (await listChangedPages(database)).filter((other) => other.page !== page)
    const all = Object.assign({}, ...others.map((other) => other.values), wanted)
    const {
      words: _words,
      photos: _photos,
      returnDays: _days,
      returnsUsed: _used,
      ...shop
    } = (await shopSettings.read()).shop
    const { html } = await storefront.render(EDITABLE_PAGES[page].path, {
      manifest: storefront.manifest,
      apiUrl: '',
      origin: publicUrlOf(settings, shop),
      shop: { ...shop, ...(await showValues(database, all, Boolean(shop.quiz))) },
      send,
      ...(page === 'returns' && { showsPolicy: true }),
    })
    return { html: withoutScripts(html) }
  })
}

/** For people signed in to the admin, drafts included. */
export function previewRoutes(app: FastifyInstance, context: Context, rendering: Rendering): void {
  const { clock, database, settings, shopSettings } = context
  const { storefront, send } = rendering
  pagePreviewRoute(app, context, rendering)
  if (storefront === null) return
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
        serializeProduct(product, { siblings, day: localDay(clock()), isHidden: await isHidden(database, product) }),
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
        'content-security-policy': PREVIEW_POLICY,
      })
      return withoutScripts(html)
    },
  )
}

/** Answers the call for one product with the preview; passes other calls on. */
function withProduct(send: Fetch, productId: string, shown: z.output<typeof wireProduct>): Fetch {
  const path = catalogCalls.getProduct.path.replace(':product_id', encodeURIComponent(productId))
  return (url, init) => (url === path ? Promise.resolve(Response.json(shown)) : send(url, init))
}

/** Links would leave the preview, so they open elsewhere. */
function withoutScripts(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
    .replace('<head>', '<head><base target="_blank"/>')
}
