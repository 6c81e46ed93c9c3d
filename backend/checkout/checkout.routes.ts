import { checkoutEndpoints } from '@shop/contract/checkout.schemas'
import { DELIVERY_FIELDS } from '@shop/contract/delivery'
import { toWire } from '@shop/contract/fields'
import { parseStateCode } from '@shop/contract/tax'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { cachedRoute } from '../http/endpoint-route.ts'
import { AppError } from '../http/errors/app-error.ts'
import { findTaxRate, listDeliveryOptions } from './checkout.repository.ts'

export function checkoutRoutes(app: FastifyInstance, { database, responseCache }: Context): void {
  cachedRoute(app, responseCache, checkoutEndpoints.listDeliveryOptions, async () => {
    const options = await listDeliveryOptions(database)
    return options.map((option) => toWire(DELIVERY_FIELDS, option))
  })

  cachedRoute(app, responseCache, checkoutEndpoints.getStateTaxRate, async ({ params }) => {
    const state = parseStateCode(params.state)
    const rate = state === null ? null : await findTaxRate(database, state)
    if (rate === null) throw new AppError('not_found', 'There is no tax rate for this state.')
    return { combined_tax_rate: rate / 1_000_000 }
  })
}
