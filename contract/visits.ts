import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** The longest path that is counted, in characters. */
export const PAGE_LENGTH = 200

/** A path as the visitor's browser has it: one slash, then no host, query, control or formatting characters. */
export function isPagePath(page: string): boolean {
  return page.length <= PAGE_LENGTH && /^\/(?!\/)[^\s?#\\\p{C}]*$/u.test(page)
}

/** The pages of section 2, beside those of products. */
const PAGES: readonly string[] = [
  '/',
  '/shop',
  '/cart',
  '/checkout',
  '/order-summary',
  '/orderAndReturn',
  '/about',
  '/login',
  '/error',
]

/** What all other paths are counted as. */
export const UNKNOWN_PAGE = '(unknown)'

/**
 * The page a path is counted as: letter case and more slashes make no other page, and what is no page of the shop is
 * one in the count, so that nobody fills it with paths of their own making. `product_id` where it is a product's.
 */
export function countedPage(path: string): { page: string; product_id: string | null } {
  const [first = '', product_id = '', ...rest] = path.split('/').filter((part) => part !== '')
  if (first.toLowerCase() === 'product' && /^[\w.~-]+$/.test(product_id) && rest.length === 0) {
    return { page: `/product/${product_id}`, product_id }
  }
  const wanted = path.replace(/\/+$/, '').toLowerCase() || '/'
  return { page: PAGES.find((page) => page.toLowerCase() === wanted) ?? UNKNOWN_PAGE, product_id: null }
}

export const trackVisitEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/track-visit',
  summary: 'Counts a page view; no address, identifier or cookie is stored',
  body: z.object({ page: z.string().check(z.refine(isPagePath, 'page must be a path of this shop')) }),
  response: z.object({ success: z.literal(true) }),
  errors: [],
  parse: () => true,
})
