import * as z from 'zod/mini'
import { defineAdminCalls } from '../http/endpoint.ts'

export const VISIT_PERIODS = ['7', '30', '90'] as const

const visitPeriod = z._default(z.enum(VISIT_PERIODS), '30').check(z.describe('Up to and including today'))

const count = z.int()
const wireVisits = z.object({
  /** All days, oldest first, UTC. */
  days: z.array(z.object({ day: z.string(), views: count })),
  /** Most viewed first; `product_name` only for existing products. */
  pages: z.array(z.object({ page: z.string(), product_name: z.nullable(z.string()), views: count })),
})
export type Visits = z.infer<typeof wireVisits>

const wantedProduct = z.object({
  product_id: z.string(),
  product_name: z.nullable(z.string()),
  sold_out: z.boolean(),
  views: count,
  matched: count,
  added: count,
  pay_now: count,
  waiting: count,
  inquiries: count,
})
export type WantedProduct = z.infer<typeof wantedProduct>

const wireDemand = z.object({
  days: z.array(z.object({ day: z.string(), added: count, pay_now: count })),
  /** Added to a cart, waited for or inquired about; most wanted first. */
  products: z.array(wantedProduct),
  unasked: z.array(wantedProduct),
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
