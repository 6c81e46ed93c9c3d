import { post } from '../http/call.ts'

export const PAGE_LENGTH = 200

/** Whether it is a path of this site: one leading slash, no host, query, control or formatting characters. */
export function isPagePath(page: string): boolean {
  return page.length <= PAGE_LENGTH && /^\/(?!\/)[^\s?#\\\p{C}]*$/u.test(page)
}

/** A browser sends further ones with the next call. */
export const MAX_DEMAND_EVENTS = 50

/** `match`: a product that the quiz recommended; `search`: words that found nothing. */
export const DEMAND_KINDS = ['add', 'pay', 'match', 'search'] as const
export type DemandKind = (typeof DEMAND_KINDS)[number]

export type DemandEvent = { kind: DemandKind; subject: string }

export const visitCalls = {
  trackVisit: post<true, { body: { page: string } }>('/api/track-visit', () => true),
  trackDemand: post<true, { body: { events: DemandEvent[] } }>('/api/track-demand', () => true),
}
