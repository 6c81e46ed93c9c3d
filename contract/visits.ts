import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { successBody } from './errors.ts'

/** The longest path that is counted, in characters. */
export const PAGE_LENGTH = 200

/** A path of this site: one leading slash, and no host, query, control or formatting characters. */
export function isPagePath(page: string): boolean {
  return page.length <= PAGE_LENGTH && /^\/(?!\/)[^\s?#\\\p{C}]*$/u.test(page)
}

export const trackVisitEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/track-visit',
  summary: 'Counts a page view; no address, identifier or cookie is stored',
  tag: 'visits',
  description: 'Counts one view of a page of the shop for today.',
  body: z.object({ page: z.string().check(z.refine(isPagePath, 'page must be a path of this shop')) }),
  response: successBody,
  errors: [],
  parse: () => true,
})
