import { cartEndpoints } from '@shop/contract/checkout/cart-schemas'
import type { FastifyInstance } from 'fastify'
import { listStock } from '../../catalog/stock.repository.ts'
import type { Context } from '../../platform/context.ts'
import { route } from '../../platform/http/endpoint-route.ts'

export function cartRoutes(app: FastifyInstance, { database }: Context): void {
  route(app, cartEndpoints.validateStock, async ({ body }) => {
    const items = body.items.map(({ product_id, quantity }) => ({ product_id: String(product_id), quantity }))
    const stock = await listStock(
      database,
      items.map((item) => item.product_id),
    )
    return items.map(({ product_id, quantity }) => ({
      product_id,
      quantity: Math.min(quantity, stock.get(product_id) ?? 0),
    }))
  })
}
