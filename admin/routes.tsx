import type { RouteObject } from 'react-router'
import { loadCode } from './app/code.tsx'
import { NotFoundPage, RouteErrorPage } from './app/frame/error-pages.tsx'
import { HelpFrame } from './app/help/help.tsx'
import type { HelpPages } from './app/help/help-pages.ts'
import { SessionGate } from './session/session-gate.tsx'

/** Pages that open without a session. */
const ENTRANCES: readonly RouteObject[] = [
  page('sign-in', ['when-you-cannot-sign-in', 'start-the-shop'], () => import('./session/sign-in-page.tsx')),
  page('forgot', ['when-you-cannot-sign-in'], () => import('./session/forgot-page.tsx')),
  page('reset', ['when-you-cannot-sign-in'], () => import('./session/reset-page.tsx')),
  page('invite', ['start-the-shop'], () => import('./session/invite-page.tsx')),
  page('fair', ['sell-at-a-fair'], () => import('./fair/fair-page.tsx')),
]

/** To add a noun, add a folder and a line here, with its pages of the handbook, and one in `app/frame/navigation.ts`. Its code is loaded on demand. */
const PAGES: readonly RouteObject[] = [
  {
    index: true,
    handle: ['your-day', 'ship-an-order', 'answer-a-question'] satisfies HelpPages,
    lazy: () => loadCode(() => import('./today/today-page.tsx')),
  },
  page(
    'settings',
    [
      'open-for-orders',
      'ship-days-and-delivery',
      'name-and-notices',
      'set-up-sales-tax',
      'add-a-helper',
      'write-the-email-templates',
    ],
    () => import('./settings/settings-page.tsx'),
  ),
  page('backups', ['back-up', 'restore'], () => import('./backups/backups-page.tsx')),
  page('inquiries', ['answer-a-question'], () => import('./contact/inquiries-page.tsx')),
  page('inquiries/:id', ['answer-a-question'], () => import('./contact/inquiry-page.tsx')),
  page(
    'products',
    ['add-a-product', 'change-a-price', 'put-something-on-sale', 'count-stock'],
    () => import('./catalog/list/products-page.tsx'),
  ),
  page('products/new', ['add-a-product'], async () => ({
    Component: (await import('./catalog/product/product-page.tsx')).NewProductPage,
  })),
  page(
    'several',
    ['change-a-price', 'put-something-on-sale', 'count-stock', 'import-products'],
    () => import('./catalog/several/several-page.tsx'),
  ),
  page('products/order', ['sort-products'], () => import('./catalog/list/sort-page.tsx')),
  page(
    'products/:product_id',
    ['add-a-product', 'change-a-price', 'put-something-on-sale', 'count-stock', 'schedule-a-change'],
    () => import('./catalog/product/product-page.tsx'),
  ),
  page('products/:product_id/preview', ['add-a-product'], () => import('./catalog/product/preview-page.tsx')),
  page('products/line-sheet', ['sell-to-shops'], () => import('./catalog/list/line-sheet-page.tsx')),
  page('products/planned', ['schedule-a-change'], () => import('./catalog/planned/planned-page.tsx')),
  page('products/waiting', ['waitlist'], () => import('./waitlist/waitlist-page.tsx')),
  page('lines', ['lines-and-colors'], () => import('./lines/lines-page.tsx')),
  page('lines/edit', ['lines-and-colors'], () => import('./lines/line-page.tsx')),
  page('mails', ['an-email-was-not-sent'], () => import('./mail/outbox-page.tsx')),
  page('mail-texts', ['write-the-email-templates'], () => import('./email-templates/mail-texts-page.tsx')),
  page('mail-texts/:name', ['write-the-email-templates'], () => import('./email-templates/mail-text-page.tsx')),
  page('pages', ['change-a-page', 'change-the-return-policy'], () => import('./pages/pages-page.tsx')),
  page('pages/:page', ['change-a-page', 'change-the-return-policy'], () => import('./pages/editor-page.tsx')),
  page(
    'orders',
    ['ship-an-order', 'ship-many-orders', 'take-an-order-by-phone', 'sell-at-a-fair', 'import-and-export-orders'],
    () => import('./orders/orders-page.tsx'),
  ),
  page(
    'orders/new',
    ['take-an-order-by-phone', 'send-a-payment-link'],
    () => import('./orders/taken/take-order-page.tsx'),
  ),
  page('orders/import', ['import-and-export-orders'], () => import('./orders/import/import-page.tsx')),
  page('orders/shipping', ['ship-many-orders'], () => import('./orders/shipping/shipping-page.tsx')),
  page('orders/slips', ['ship-many-orders'], () => import('./orders/shipping/slips-page.tsx')),
  page('orders/tracking', ['ship-many-orders'], () => import('./orders/shipping/tracking-page.tsx')),
  page(
    'orders/:orderId',
    [
      'ship-an-order',
      'cancel-an-order',
      'refund-a-customer',
      'a-return-arrives',
      'an-order-is-late',
      'send-a-payment-link',
    ],
    () => import('./orders/order-page.tsx'),
  ),
  page('orders/:orderId/slip', ['ship-an-order'], () => import('./orders/shipping/slip-page.tsx')),
  page('customers', ['find-a-customer', 'delete-a-customers-data'], () => import('./customers/customers-page.tsx')),
  page(
    'customers/person',
    ['find-a-customer', 'delete-a-customers-data'],
    () => import('./customers/customer-page.tsx'),
  ),
  page(
    'payments',
    ['a-failed-payment', 'solve-an-unmatched-payment', 'a-disputed-payment'],
    () => import('./payments/payments-page.tsx'),
  ),
  page('payments/disputes', ['a-disputed-payment'], () => import('./payments/disputes-page.tsx')),
  page('payments/disputes/:id', ['a-disputed-payment'], () => import('./payments/dispute-page.tsx')),
  page('discounts', ['discount-codes'], () => import('./discounts/discounts-page.tsx')),
  page('discounts/new', ['discount-codes'], async () => ({
    Component: (await import('./discounts/discount-page.tsx')).NewDiscountPage,
  })),
  page('discounts/:code', ['discount-codes'], () => import('./discounts/discount-page.tsx')),
  page('sales', ['read-the-sales', 'pay-the-quarters-sales-tax'], () => import('./sales/sales-page.tsx')),
  page('sales/print', ['pay-the-quarters-sales-tax'], () => import('./sales/sales-print-page.tsx')),
  page('visits', ['see-what-people-want'], () => import('./visits/visits-page.tsx')),
  page('wanted', ['see-what-people-want'], () => import('./visits/wanted-page.tsx')),
  page('changes', ['undo-a-change'], () => import('./audit/audit-page.tsx')),
  page('account', ['when-you-cannot-sign-in'], () => import('./session/account-page.tsx')),
  { path: '*', element: <NotFoundPage /> },
]

const errorElement = <RouteErrorPage />

/** Every URL of the admin, below /admin. An error of a page leaves the navigation around it as it is. */
export const ROUTES: RouteObject[] = [
  {
    errorElement,
    // Nothing, but said: without it each page would begin with a warning in the console.
    hydrateFallbackElement: <></>,
    element: <HelpFrame />,
    children: [...ENTRANCES, { element: <SessionGate />, children: [{ errorElement, children: [...PAGES] }] }],
  },
]

/**
 * A page is the `Component` of its file; its `loader` requests what it shows before it is drawn. "Help" opens the first of
 * its pages of `docs/handbook/`, and lists the others.
 */
function page(
  path: string,
  help: HelpPages,
  load: () => Promise<Pick<RouteObject, 'Component' | 'loader'>>,
): RouteObject {
  return { path, handle: help, lazy: () => loadCode(load) }
}
