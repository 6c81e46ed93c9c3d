import { findProductBySlugEndpoint, getProductEndpoint, listProductsEndpoint } from '@shop/contract/catalog'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../errors/app-error.ts'
import { cachedRoute, route } from '../http/endpoint-route.ts'
import { findProduct, findProductBySlug, listProducts, listSiblings } from './catalog.repository.ts'
import { serializeListedProduct, serializeProduct } from './catalog.serializers.ts'

export function catalogRoutes(app: FastifyInstance, { database, responseCache }: Context): void {
  cachedRoute(app, responseCache, listProductsEndpoint, async () => {
    const products = await listProducts(database)
    return products.map(serializeListedProduct)
  })

  cachedRoute(app, responseCache, getProductEndpoint, async ({ params }) => {
    const product = (await findProduct(database, params.product_id)) ?? refuseMissing()
    return serializeProduct(product, await listSiblings(database, product))
  })

  route(app, findProductBySlugEndpoint, async ({ query }) => {
    const product = (await findProductBySlug(database, query.slug)) ?? refuseMissing()
    return serializeListedProduct(product)
  })
}

function refuseMissing(): never {
  throw new AppError('not_found', 'Product not found')
}
