import * as z from 'zod/mini'
import { defineAdminCalls } from '../http/endpoint.ts'

/** The periods offered, in days up to and including today. */
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

const wantedProduct = z.object({
  product_id: z.string(),
  /** `null` once the product is gone. */
  product_name: z.nullable(z.string()),
  sold_out: z.boolean(),
  views: count,
  matched: count,
  added: count,
  pay_now: count,
  /** People who want to be told when it is back, whenever they said so. */
  waiting: count,
  /** Inquiries that name it and nothing else as what they are about. */
  inquiries: count,
})
export type WantedProduct = z.infer<typeof wantedProduct>

const wireDemand = z.object({
  /** Every day of the period, oldest first, UTC. */
  days: z.array(z.object({ day: z.string(), added: count, pay_now: count })),
  /** The products that were asked for: put into a cart, waited for or inquired about. Most wanted first. */
  products: z.array(wantedProduct),
  /** The products that were viewed and not asked for, most viewed first. */
  unasked: z.array(wantedProduct),
  /** Searches that found nothing, most frequent first. */
  searches: z.array(z.object({ words: z.string(), count })),
})
export type DemandReport = z.infer<typeof wireDemand>

export const adminVisits = defineAdminCalls({
  listVisits: {
    method: 'GET',
    path: '/api/admin/visits',
    summary: 'Counts page views by day and page',
    description: 'Nothing about visitors is stored.',
    query: z.object({ days: visitPeriod }),
    response: wireVisits,
  },
  getDemand: {
    method: 'GET',
    path: '/api/admin/demand',
    summary: 'Counts what shoppers want',
    description:
      'Presses of Add to Cart and Pay Now, by product and by day. Views, quiz results, inquiries and waitlist sign-ups, by product. ' +
      'Searches that found nothing. No shopper is known.',
    query: z.object({ days: visitPeriod }),
    response: wireDemand,
  },
})
