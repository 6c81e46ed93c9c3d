import { findProductBySlugEndpoint, getProductEndpoint, listProductsEndpoint } from '@shop/contract/catalog'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { keptRoute, route } from '../endpoint-route.ts'
import { Refusal } from '../refusal.ts'
import { listedProductAnswer, productAnswer } from './catalog.answers.ts'
import { findProduct, findProductBySlug, listProducts, listSiblings } from './catalog.repository.ts'

export function catalogRoutes(app: FastifyInstance, { database, kept }: Context): void {
  keptRoute(app, kept, listProductsEndpoint, async () => {
    const products = await listProducts(database)
    return products.map(listedProductAnswer)
  })

  keptRoute(app, kept, getProductEndpoint, async ({ params }) => {
    const product = (await findProduct(database, params.product_id)) ?? refuseMissing()
    return productAnswer(product, await listSiblings(database, product))
  })

  route(app, findProductBySlugEndpoint, async ({ query }) => {
    const product = (await findProductBySlug(database, query.slug)) ?? refuseMissing()
    return listedProductAnswer(product)
  })
}

function refuseMissing(): never {
  throw new Refusal('not_found', 'Product not found')
}
