import { listDeliveryOptionsEndpoint } from '@shop/contract/delivery'
import { dollars } from '@shop/contract/money'
import { getStateTaxRateEndpoint, parseStateCode } from '@shop/contract/tax'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { keptRoute } from '../endpoint-route.ts'
import { Refusal } from '../refusal.ts'
import { findTaxRate, listDeliveryOptions } from './checkout.repository.ts'

export function checkoutRoutes(app: FastifyInstance, { database, kept }: Context): void {
  keptRoute(app, kept, listDeliveryOptionsEndpoint, async () => {
    const options = await listDeliveryOptions(database)
    return options.map(({ delivery_cost_cents, ...option }) => {
      return { ...option, delivery_cost: dollars(delivery_cost_cents) }
    })
  })

  keptRoute(app, kept, getStateTaxRateEndpoint, async ({ params }) => {
    const state = parseStateCode(params.state)
    const rate = state === null ? null : await findTaxRate(database, state)
    if (rate === null) throw new Refusal('not_found', 'There is no tax rate for this state.')
    return { combined_tax_rate: rate / 1_000_000 }
  })
}
