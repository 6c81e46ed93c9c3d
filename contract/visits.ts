import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** The longest path that is counted, in characters. */
export const PAGE_LENGTH = 200

/** A path of this shop: one slash, then no host, query or control characters. */
export function isPagePath(page: string): boolean {
  return page.length <= PAGE_LENGTH && /^\/(?!\/)[^\s?#\\\p{Cc}]*$/u.test(page)
}

export const trackVisitEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/track-visit',
  summary: 'Counts a page view; no address, identifier or cookie is kept (R33)',
  body: z.object({ page: z.string().check(z.refine(isPagePath, 'page must be a path of this shop')) }),
  response: z.object({ success: z.literal(true) }),
  refusals: [],
  read: () => true,
})
