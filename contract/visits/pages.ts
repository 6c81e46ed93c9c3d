/**
 * The pages whose views are counted, and what the admin calls them; those of products are counted by product. The
 * routes of the storefront take their paths from here: each page is counted.
 */
export const PAGE_NAMES = {
  '/': 'Home',
  '/shop': 'Shop',
  '/compare': 'Compare',
  '/repairs': 'Repairs',
  '/tell-me': 'Tell me when',
  '/cart': 'Cart',
  '/checkout': 'Checkout',
  '/pay': 'Payment link',
  '/order-summary': 'Order summary',
  '/orderAndReturn': 'Orders & Returns',
  '/about': 'About Us',
  '/login': 'Sign In',
  '/account': 'Account',
  '/forgot-password': 'Forgot password',
  '/reset-password': 'New password',
  '/confirm-address': 'Confirm address',
  '/error': 'Error page',
} as const

export type PagePath = keyof typeof PAGE_NAMES

/** All paths that are no page are counted as this. */
export const UNKNOWN_PAGE = '(unknown)'
