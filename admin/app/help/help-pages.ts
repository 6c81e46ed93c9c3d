/**
 * The pages of `docs/handbook/` that "Help" offers on each screen, by the screen's path below /admin. The first one opens;
 * the others are listed above it.
 */
export const HELP_PAGES = {
  'sign-in': ['when-you-cannot-sign-in', 'start-the-shop'],
  forgot: ['when-you-cannot-sign-in'],
  reset: ['when-you-cannot-sign-in'],
  invite: ['start-the-shop'],
  fair: ['sell-at-a-fair'],
  '': ['your-day', 'ship-an-order', 'answer-a-question'],
  settings: [
    'open-for-orders',
    'ship-days-and-delivery',
    'name-and-notices',
    'set-up-sales-tax',
    'add-a-helper',
    'write-the-email-templates',
  ],
  backups: ['back-up', 'restore'],
  inquiries: ['answer-a-question'],
  'inquiries/:id': ['answer-a-question'],
  products: ['add-a-product', 'change-a-price', 'put-something-on-sale', 'count-stock'],
  'products/new': ['add-a-product'],
  several: ['change-a-price', 'put-something-on-sale', 'count-stock', 'import-products'],
  'products/order': ['sort-products'],
  'products/:product_id': [
    'add-a-product',
    'change-a-price',
    'put-something-on-sale',
    'count-stock',
    'schedule-a-change',
  ],
  'products/:product_id/preview': ['add-a-product'],
  'products/line-sheet': ['sell-to-shops'],
  'products/planned': ['schedule-a-change'],
  'products/waiting': ['waitlist'],
  lines: ['lines-and-colors'],
  'lines/edit': ['lines-and-colors'],
  mails: ['an-email-was-not-sent'],
  'mail-texts': ['write-the-email-templates'],
  'mail-texts/:name': ['write-the-email-templates'],
  pages: ['change-a-page', 'change-the-return-policy'],
  'pages/:page': ['change-a-page', 'change-the-return-policy'],
  orders: ['ship-an-order', 'ship-many-orders', 'take-an-order-by-phone', 'sell-at-a-fair', 'import-and-export-orders'],
  'orders/new': ['take-an-order-by-phone', 'send-a-payment-link'],
  'orders/import': ['import-and-export-orders'],
  'orders/shipping': ['ship-many-orders'],
  'orders/slips': ['ship-many-orders'],
  'orders/tracking': ['ship-many-orders'],
  'orders/:orderId': [
    'ship-an-order',
    'cancel-an-order',
    'refund-a-customer',
    'a-return-arrives',
    'an-order-is-late',
    'send-a-payment-link',
  ],
  'orders/:orderId/slip': ['ship-an-order'],
  customers: ['find-a-customer', 'delete-a-customers-data'],
  'customers/person': ['find-a-customer', 'delete-a-customers-data'],
  payments: ['a-failed-payment', 'solve-an-unmatched-payment', 'a-disputed-payment'],
  'payments/disputes': ['a-disputed-payment'],
  'payments/disputes/:id': ['a-disputed-payment'],
  discounts: ['discount-codes'],
  'discounts/new': ['discount-codes'],
  'discounts/:code': ['discount-codes'],
  sales: ['read-the-sales', 'pay-the-quarters-sales-tax'],
  'sales/print': ['pay-the-quarters-sales-tax'],
  visits: ['see-what-people-want'],
  wanted: ['see-what-people-want'],
  changes: ['undo-a-change'],
  account: ['when-you-cannot-sign-in'],
  '*': ['your-day'],
} as const satisfies Record<string, readonly [string, ...string[]]>

/** A screen of the admin, by its path below /admin. */
export type Screen = keyof typeof HELP_PAGES
export type HelpPages = readonly [string, ...string[]]

/** The pages for a screen; of its deepest route that has some. */
export function helpPagesOf(matches: readonly { handle: unknown }[]): HelpPages {
  const screens = matches.map(({ handle }) => handle).filter(isScreen)
  return HELP_PAGES[screens.at(-1) ?? '*']
}

function isScreen(handle: unknown): handle is Screen {
  return typeof handle === 'string' && handle in HELP_PAGES
}
