import { post } from '../http/call.ts'

export const PAGE_LENGTH = 200

/** A path of this site: one leading slash, and no host, query, control or formatting characters. */
export function isPagePath(page: string): boolean {
  return page.length <= PAGE_LENGTH && /^\/(?!\/)[^\s?#\\\p{C}]*$/u.test(page)
}

/** The most events of a call; a browser sends further ones with the next call. */
export const MAX_DEMAND_EVENTS = 50

/**
 * The kinds of demand: `add` and `pay`, a press of Add to Cart and of Pay Now, for each product, whose id is the
 * subject; `match`, a product that the quiz recommended; `search`, a search that found nothing, with its words as
 * subject.
 */
export const DEMAND_KINDS = ['add', 'pay', 'match', 'search'] as const
export type DemandKind = (typeof DEMAND_KINDS)[number]

export type DemandEvent = { kind: DemandKind; subject: string }

export const visitCalls = {
  trackVisit: post<true, { body: { page: string } }>('/api/track-visit', () => true),
  trackDemand: post<true, { body: { events: DemandEvent[] } }>('/api/track-demand', () => true),
}
