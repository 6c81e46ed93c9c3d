import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { successBody } from './errors.ts'

/** The most events of a call; a browser sends further ones with the next call. */
export const MAX_DEMAND_EVENTS = 50

/**
 * What is counted while orders are paused: `add` and `pay`, a press of Add to Cart and of Pay Now, for each product, whose
 * id is the subject; `search`, a search that found nothing, with its words as subject.
 */
const DEMAND_KINDS = ['add', 'pay', 'search'] as const
export type DemandKind = (typeof DEMAND_KINDS)[number]

const demandEvent = z.object({
  kind: z.enum(DEMAND_KINDS),
  subject: z.string().check(z.minLength(1), z.maxLength(100)),
})
export type DemandEvent = z.infer<typeof demandEvent>

export const trackDemandEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/track-demand',
  summary: 'Counts what shoppers want; no address, identifier or cart is stored',
  tag: 'visits',
  description: 'Counts presses of Add to Cart and Pay Now by product, and searches that found nothing, for today.',
  body: z.object({ events: z.array(demandEvent).check(z.maxLength(MAX_DEMAND_EVENTS)) }),
  response: successBody,
  errors: [],
  parse: () => true,
})
