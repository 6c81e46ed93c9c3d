import * as z from 'zod/mini'
import { defineEndpoints, successBody } from '../http/endpoint.ts'
import { DEMAND_KINDS, isPagePath, MAX_DEMAND_EVENTS, visitCalls } from './calls.ts'

const pageView = z
  .object({ page: z.string().check(z.refine(isPagePath, 'page must be a path of this shop')) })
  .register(z.globalRegistry, { id: 'PageView', description: 'A view of a page of the shop.' })

const demandEvent = z.object({
  kind: z.enum(DEMAND_KINDS),
  subject: z.string().check(z.minLength(1), z.maxLength(100)),
})

const demandEvents = z
  .object({ events: z.array(demandEvent).check(z.maxLength(MAX_DEMAND_EVENTS)) })
  .register(z.globalRegistry, { id: 'DemandEvents', description: 'What shoppers pressed and searched for.' })

export const visitEndpoints = defineEndpoints('visits', visitCalls, {
  trackVisit: {
    summary: 'Counts a page view',
    description: 'Nothing about the visitor is stored.',
    body: pageView,
    response: successBody,
    example: { body: { page: '/shop' } },
  },
  trackDemand: {
    summary: 'Counts what shoppers want',
    description:
      'Add to Cart, Pay Now and quiz results by product, and searches without results. Nothing about the shopper is stored.',
    body: demandEvents,
    response: successBody,
    example: { body: { events: [{ kind: 'add', subject: '101' }] } },
  },
})
