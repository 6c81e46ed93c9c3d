import * as z from 'zod/mini'
import { defineEndpoints, successBody } from './endpoint.ts'
import { DEMAND_KINDS, isPagePath, MAX_DEMAND_EVENTS, visitCalls } from './visits.ts'

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
    summary: 'Counts a page view; no address, identifier or cookie is stored',
    description: 'Counts one view of a page of the shop for today.',
    body: pageView,
    response: successBody,
    example: { body: { page: '/shop' } },
  },
  trackDemand: {
    summary: 'Counts what shoppers want; no address, identifier or cart is stored',
    description:
      'Counts presses of Add to Cart and Pay Now and results of the quiz by product, and searches that found nothing, for today.',
    body: demandEvents,
    response: successBody,
    example: { body: { events: [{ kind: 'add', subject: '101' }] } },
  },
})
