/** Pages that are counted, besides those of products. */
const PAGES: readonly string[] = [
  '/',
  '/shop',
  '/compare',
  '/repairs',
  '/cart',
  '/checkout',
  '/order-summary',
  '/orderAndReturn',
  '/about',
  '/login',
  '/error',
]

/** All other paths are counted as this. */
export const UNKNOWN_PAGE = '(unknown)'

/**
 * The page that a path is counted as: case and repeated slashes do not matter, and unknown paths are one page, so that
 * the table stays small. `product_id` is set for product pages.
 */
export function countedPage(path: string): { page: string; product_id: string | null } {
  const [first = '', product_id = '', ...rest] = path.split('/').filter((part) => part !== '')
  if (first.toLowerCase() === 'product' && /^[\w.~-]+$/.test(product_id) && rest.length === 0) {
    return { page: `/product/${product_id}`, product_id }
  }
  const wanted = path.replace(/\/+$/, '').toLowerCase() || '/'
  return { page: PAGES.find((page) => page.toLowerCase() === wanted) ?? UNKNOWN_PAGE, product_id: null }
}
