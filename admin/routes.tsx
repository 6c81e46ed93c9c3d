import type { RouteObject } from 'react-router'
import { loadCode } from './app/code.tsx'
import { NotFoundPage, RouteErrorPage } from './app/frame/error-pages.tsx'
import { HelpFrame } from './app/help/help.tsx'
import type { Screen } from './app/help/help-pages.ts'
import { SessionGate } from './session/session-gate.tsx'

/** Pages that open without a session. */
const ENTRANCES: readonly RouteObject[] = [
  page('sign-in', () => import('./session/sign-in-page.tsx')),
  page('forgot', () => import('./session/forgot-page.tsx')),
  page('reset', () => import('./session/reset-page.tsx')),
  page('invite', () => import('./session/invite-page.tsx')),
  page('fair', () => import('./fair/fair-page.tsx')),
]

/** To add a noun, add a folder, a line here, one in `app/frame/navigation.ts`, and its pages of the handbook in `app/help/help-pages.ts`. Its code is loaded on demand. */
const PAGES: readonly RouteObject[] = [
  { index: true, handle: '' satisfies Screen, lazy: () => loadCode(() => import('./today/today-page.tsx')) },
  page('settings', () => import('./settings/settings-page.tsx')),
  page('backups', () => import('./backups/backups-page.tsx')),
  page('inquiries', () => import('./contact/inquiries-page.tsx')),
  page('inquiries/:id', () => import('./contact/inquiry-page.tsx')),
  page('products', () => import('./catalog/list/products-page.tsx')),
  page('products/new', async () => ({
    Component: (await import('./catalog/product/product-page.tsx')).NewProductPage,
  })),
  page('several', () => import('./catalog/several/several-page.tsx')),
  page('products/order', () => import('./catalog/list/sort-page.tsx')),
  page('products/:product_id', () => import('./catalog/product/product-page.tsx')),
  page('products/:product_id/preview', () => import('./catalog/product/preview-page.tsx')),
  page('products/line-sheet', () => import('./catalog/list/line-sheet-page.tsx')),
  page('products/planned', () => import('./catalog/planned/planned-page.tsx')),
  page('products/waiting', () => import('./waitlist/waitlist-page.tsx')),
  page('lines', () => import('./lines/lines-page.tsx')),
  page('lines/edit', () => import('./lines/line-page.tsx')),
  page('mails', () => import('./mail/outbox-page.tsx')),
  page('mail-texts', () => import('./email-templates/mail-texts-page.tsx')),
  page('mail-texts/:name', () => import('./email-templates/mail-text-page.tsx')),
  page('pages', () => import('./pages/pages-page.tsx')),
  page('pages/:page', () => import('./pages/editor-page.tsx')),
  page('orders', () => import('./orders/orders-page.tsx')),
  page('orders/new', () => import('./orders/taken/take-order-page.tsx')),
  page('orders/import', () => import('./orders/import/import-page.tsx')),
  page('orders/shipping', () => import('./orders/shipping/shipping-page.tsx')),
  page('orders/slips', () => import('./orders/shipping/slips-page.tsx')),
  page('orders/tracking', () => import('./orders/shipping/tracking-page.tsx')),
  page('orders/:orderId', () => import('./orders/order-page.tsx')),
  page('orders/:orderId/slip', () => import('./orders/shipping/slip-page.tsx')),
  page('customers', () => import('./customers/customers-page.tsx')),
  page('customers/person', () => import('./customers/customer-page.tsx')),
  page('payments', () => import('./payments/payments-page.tsx')),
  page('payments/disputes', () => import('./payments/disputes-page.tsx')),
  page('payments/disputes/:id', () => import('./payments/dispute-page.tsx')),
  page('discounts', () => import('./discounts/discounts-page.tsx')),
  page('discounts/new', async () => ({
    Component: (await import('./discounts/discount-page.tsx')).NewDiscountPage,
  })),
  page('discounts/:code', () => import('./discounts/discount-page.tsx')),
  page('sales', () => import('./sales/sales-page.tsx')),
  page('sales/print', () => import('./sales/sales-print-page.tsx')),
  page('visits', () => import('./visits/visits-page.tsx')),
  page('wanted', () => import('./visits/wanted-page.tsx')),
  page('changes', () => import('./audit/audit-page.tsx')),
  page('account', () => import('./session/account-page.tsx')),
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

/** A page is the `Component` of its file; its `loader` requests what it shows before it is drawn. */
function page(path: Screen, load: () => Promise<Pick<RouteObject, 'Component' | 'loader'>>): RouteObject {
  return { path, handle: path, lazy: () => loadCode(load) }
}
