import { parseStateCode, type StateCode } from '@shop/contract/address/us-states'
import { checkoutEndpoints } from '@shop/contract/checkout/cart-schemas'
import { DELIVERY_FIELDS } from '@shop/contract/delivery/calls'
import { toWire } from '@shop/contract/http/fields'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { cachedRoute } from '../platform/http/endpoint-route.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { findSalesTax } from '../tax/sales-tax.repository.ts'
import { findTaxRate } from '../tax/tax-rates.repository.ts'
import { listDeliveryOptions } from './delivery.repository.ts'

export function checkoutRoutes(app: FastifyInstance, { database, responseCache, shopSettings }: Context): void {
  cachedRoute(app, responseCache, checkoutEndpoints.listDeliveryOptions, async () => {
    const options = await listDeliveryOptions(database)
    return options.map((option) => toWire(DELIVERY_FIELDS, option))
  })

  cachedRoute(app, responseCache, checkoutEndpoints.getStateTaxRate, async ({ params }) => {
    const state = parseStateCode(params.state)
    const { shop } = await shopSettings.read()
    const findRate = shop.orders === 'open' ? openTaxRate : pausedTaxRate
    const answer = state === null ? null : await findRate(database, state)
    if (answer === null) throw new AppError('not_found', 'There is no tax rate for this state.')
    return answer
  })
}

async function pausedTaxRate(database: Database, state: StateCode) {
  const rate = await findTaxRate(database, state)
  return rate === null ? null : { combined_tax_rate: rate / 1_000_000 }
}

async function openTaxRate(database: Database, state: StateCode) {
  const tax = await findSalesTax(database, state)
  if (tax === null || tax.rate === null) return null
  return {
    combined_tax_rate: tax.rate,
    collected: tax.collected,
    delivery_taxed: tax.deliveryTaxed,
    zip_rates: tax.zipRates.map(({ rate, ...range }) => ({ ...range, combined_tax_rate: rate })),
  }
}
