/** Pages whose views are counted, with the admin's names. The storefront's routes take their paths from here. */
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

export const UNKNOWN_PAGE = '(unknown)'
