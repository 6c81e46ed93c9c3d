import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { loadCode } from './app/code.tsx'
import { NotFoundPage, RouteErrorPage } from './app/error-pages.tsx'
import { SessionGate } from './session/session-gate.tsx'

/** Every URL of the admin, below /admin. An error of a page leaves the navigation around it as it is. */
export function createRoutes(queryClient: QueryClient): RouteObject[] {
  const errorElement = <RouteErrorPage />
  return [
    {
      errorElement,
      children: [
        ...ENTRANCES,
        { element: <SessionGate />, children: [{ errorElement, children: pagesOf(queryClient) }] },
      ],
    },
  ]
}

/** Pages for those who are not signed in. */
const ENTRANCES: readonly RouteObject[] = [
  page('sign-in', async () => ({ Component: (await import('./session/sign-in-page.tsx')).SignInPage })),
  page('forgot', async () => ({ Component: (await import('./session/forgot-page.tsx')).ForgotPage })),
  page('reset', async () => ({ Component: (await import('./session/reset-page.tsx')).ResetPage })),
  page('invite', async () => ({ Component: (await import('./session/invite-page.tsx')).InvitePage })),
]

/** To add a noun, add a folder, a line here and one in `app/navigation.ts`. Its code is loaded on demand. */
function pagesOf(queryClient: QueryClient): RouteObject[] {
  return [
    { index: true, lazy: () => loadCode(async () => (await import('./today/today-page.tsx')).todayRoute(queryClient)) },
    page('settings', async () => (await import('./settings/settings-page.tsx')).settingsRoute(queryClient)),
    page('backups', async () => (await import('./backups/backups-page.tsx')).backupsRoute(queryClient)),
    page('inquiries', async () => (await import('./contact/inquiries-page.tsx')).inquiriesRoute(queryClient)),
    page('inquiries/:id', async () => (await import('./contact/inquiry-page.tsx')).inquiryRoute(queryClient)),
    page('products', async () => (await import('./catalog/products-page.tsx')).productsRoute(queryClient)),
    page('products/new', async () => ({ Component: (await import('./catalog/product-page.tsx')).NewProductPage })),
    page('several', async () => ({ Component: (await import('./catalog/several/several-page.tsx')).SeveralPage })),
    page('products/:product_id', async () => (await import('./catalog/product-page.tsx')).productRoute(queryClient)),
    page('products/:product_id/preview', async () => ({
      Component: (await import('./catalog/preview-page.tsx')).PreviewPage,
    })),
    page('mails', async () => (await import('./mail/outbox-page.tsx')).outboxRoute(queryClient)),
    page('orders', async () => (await import('./orders/orders-page.tsx')).ordersRoute(queryClient)),
    page('orders/new', async () => ({ Component: (await import('./orders/take-order-page.tsx')).TakeOrderPage })),
    page('orders/import', async () => ({ Component: (await import('./orders/import-page.tsx')).ImportPage })),
    page('orders/:orderId', async () => (await import('./orders/order-page.tsx')).orderRoute(queryClient)),
    page('orders/:orderId/slip', async () => (await import('./orders/slip-page.tsx')).slipRoute(queryClient)),
    page('visits', async () => (await import('./visits/visits-page.tsx')).visitsRoute(queryClient)),
    page('changes', async () => (await import('./audit/audit-page.tsx')).auditRoute(queryClient)),
    page('account', async () => ({ Component: (await import('./session/account-page.tsx')).AccountPage })),
    { path: '*', element: <NotFoundPage /> },
  ]
}

function page(path: string, load: () => Promise<Pick<RouteObject, 'Component' | 'loader'>>): RouteObject {
  return { path, lazy: () => loadCode(load) }
}
