import * as z from 'zod/mini'
import { defineAdminEndpoint } from './admin-endpoint.ts'
import { visitPeriod } from './visits.ts'

const count = z.int()
const wireDemand = z.object({
  /** Every day of the period, oldest first, UTC. */
  days: z.array(z.object({ day: z.string(), added: count, pay_now: count })),
  /** Most wanted first; `product_name` is `null` once the product is gone. */
  products: z.array(
    z.object({ product_id: z.string(), product_name: z.nullable(z.string()), added: count, pay_now: count }),
  ),
  /** Searches that found nothing, most frequent first. */
  searches: z.array(z.object({ words: z.string(), count })),
})
export type DemandReport = z.infer<typeof wireDemand>

export const getDemandEndpoint = defineAdminEndpoint({
  method: 'GET',
  path: '/api/admin/demand',
  summary: 'Counts what shoppers want',
  description:
    'Presses of Add to Cart and Pay Now by product and by day, and searches that found nothing. No shopper is known.',
  query: z.object({ days: visitPeriod }),
  response: wireDemand,
})
