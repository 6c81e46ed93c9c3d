import * as z from 'zod/mini'
import { defineAdminEndpoint } from './admin-endpoint.ts'

/** How many days can be looked at, up to and including today. */
export const VISIT_PERIODS = ['7', '30', '90'] as const

export const visitPeriod = z._default(z.enum(VISIT_PERIODS), '30').check(z.describe('Up to and including today'))

const count = z.int()
const wireVisits = z.object({
  /** Every day of the period, oldest first, UTC. */
  days: z.array(z.object({ day: z.string(), views: count })),
  /** Most viewed first; `product_name` for pages of products that are there. */
  pages: z.array(z.object({ page: z.string(), product_name: z.nullable(z.string()), views: count })),
})
export type Visits = z.infer<typeof wireVisits>

export const listVisitsEndpoint = defineAdminEndpoint({
  method: 'GET',
  path: '/api/admin/visits',
  summary: 'Counts the views by day and by page',
  description: 'No visitor is known: only how often each page was viewed on each day.',
  query: z.object({ days: visitPeriod }),
  response: wireVisits,
})
