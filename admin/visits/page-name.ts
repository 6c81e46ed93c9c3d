/** What the shop calls its pages; all others are counted as one. */
const NAMES: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/shop': 'Shop',
  '/compare': 'Compare',
  '/repairs': 'Repairs',
  '/cart': 'Cart',
  '/checkout': 'Checkout',
  '/order-summary': 'Order summary',
  '/orderAndReturn': 'Orders & Returns',
  '/about': 'About Us',
  '/login': 'Sign In',
  '/error': 'Error page',
  '(unknown)': 'Other pages',
}

/** The name of a page that was viewed; one of a product is called by it, as long as that is there. */
export function pageName({ page, product_name }: { page: string; product_name: string | null }): string {
  const product = /^\/product\/(.+)$/.exec(page)?.[1]
  if (product === undefined) return NAMES[page] ?? page
  return product_name ?? `Product ${product} (no longer here)`
}
