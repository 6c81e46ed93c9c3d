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
