import * as z from 'zod/mini'
import { defineAdminCalls } from '../endpoint.ts'

/** How many days can be looked at, up to and including today. */
export const VISIT_PERIODS = ['7', '30', '90'] as const

const visitPeriod = z._default(z.enum(VISIT_PERIODS), '30').check(z.describe('Up to and including today'))

const count = z.int()
const wireVisits = z.object({
  /** Every day of the period, oldest first, UTC. */
  days: z.array(z.object({ day: z.string(), views: count })),
  /** Most viewed first; `product_name` for pages of products that are there. */
  pages: z.array(z.object({ page: z.string(), product_name: z.nullable(z.string()), views: count })),
})
export type Visits = z.infer<typeof wireVisits>

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

export const adminVisits = defineAdminCalls({
  listVisits: {
    method: 'GET',
    path: '/api/admin/visits',
    summary: 'Counts the views by day and by page',
    description: 'No visitor is known: only how often each page was viewed on each day.',
    query: z.object({ days: visitPeriod }),
    response: wireVisits,
  },
  getDemand: {
    method: 'GET',
    path: '/api/admin/demand',
    summary: 'Counts what shoppers want',
    description:
      'Presses of Add to Cart and Pay Now by product and by day, and searches that found nothing. No shopper is known.',
    query: z.object({ days: visitPeriod }),
    response: wireDemand,
  },
})
