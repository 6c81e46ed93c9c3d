import { catalogEndpoints } from '@shop/contract/catalog/schemas'
import { asRecord, asText } from '@shop/contract/http/coercion'
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { cachedListRoute, cachedRoute, route } from '../platform/http/endpoint-route.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import {
  findPresentSlug,
  findProduct,
  findProductBySlug,
  listPublishedProducts,
  listSiblings,
  type StoredProduct,
} from './catalog.repository.ts'
import { serializeListedProduct, serializeProduct } from './catalog.serializers.ts'
import { isHidden } from './presentation.repository.ts'

export function catalogRoutes(app: FastifyInstance, { database, responseCache, clock }: Context): void {
  const today = () => localDay(clock())

  cachedListRoute(app, responseCache, catalogEndpoints.listProducts, {
    list: () => listPublishedProducts(database),
    serialize: (product) => serializeListedProduct(product, today()),
  })

  cachedRoute(app, responseCache, catalogEndpoints.getProduct, async ({ params }) => {
    const product = requireVisible(await findProduct(database, params.product_id))
    const siblings = await listSiblings(database, product)
    return serializeProduct(product, { siblings, day: today(), isHidden: await isHidden(database, product) })
  })

  route(
    app,
    catalogEndpoints.findProductBySlug,
    async ({ query }) => serializeListedProduct(requireVisible(await findProductBySlug(database, query.slug)), today()),
    { preHandler: redirectFormerSlug(database) },
  )
}

function requireVisible(product: StoredProduct | null): StoredProduct {
  if (product === null || product.status === 'draft') throw new AppError('not_found', 'Product not found')
  return product
}

/** Redirects a former slug to the current one. */
function redirectFormerSlug(database: Database): preHandlerAsyncHookHandler {
  return async ({ query }, reply) => {
    const former = asText(asRecord(query)?.slug)
    const present = former === null ? null : await findPresentSlug(database, former)
    if (present === null) return
    return reply.redirect(`${catalogEndpoints.findProductBySlug.path}?slug=${encodeURIComponent(present)}`, 308)
  }
}
