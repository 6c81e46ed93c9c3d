import { changeSaleEndpoint, previewSaleEndpoint } from '@shop/contract/admin/sales'
import { dollars } from '@shop/contract/money'
import type { SalePrices } from '@shop/contract/sale'
import type { FastifyInstance } from 'fastify'
import { adminRoute, EVERYONE } from '../admin/admin-route.ts'
import type { Context } from '../context.ts'
import { localDay } from '../lib/local-day.ts'
import { changeSale, previewSale } from './change-sale.ts'

/** In bytes: a hundred thousand products. */
const LIST_BYTES = 16_000_000

/** Sales of several products. */
export function salesAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock, catalogVersion } = context

  adminRoute(app, context, previewSaleEndpoint, EVERYONE, async ({ body: { sale, line = null, search } }) => {
    const changes = await previewSale(database, sale, { line, search, day: localDay(clock()) })
    return {
      changes: changes.map(({ product, after, problem, large }) => ({
        product_id: product.product_id,
        product_name: product.product_name,
        version: product.version,
        price: dollars(product.price_cents),
        before: toSale(product),
        after: toSale(after),
        problem,
        large,
      })),
    }
  })

  adminRoute(
    app,
    context,
    changeSaleEndpoint,
    EVERYONE,
    async ({ body: { sale, products, large_price_changes: largePriceChanges } }, { admin }) => {
      const by = { database, clock, actor: admin.email }
      const { auditId } = await changeSale(by, { sale, products, largePriceChanges })
      await catalogVersion.refresh()
      return { audit_id: auditId }
    },
    { bodyLimit: LIST_BYTES },
  )
}

function toSale({ sale_price_cents, sale_from: from, sale_until: until }: Omit<SalePrices, 'price_cents'>) {
  return sale_price_cents === null ? null : { price: dollars(sale_price_cents), from, until }
}
