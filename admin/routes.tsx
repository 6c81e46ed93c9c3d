import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { NotFoundPage } from './app/not-found-page.tsx'
import { RouteErrorPage } from './app/route-error-page.tsx'
import { SessionGate } from './session/session-gate.tsx'

/**
 * Every URL of the admin, below /admin. To add a noun, add a folder, a line here and one in `app/navigation.ts`. Its
 * code is loaded on demand.
 */
export function createRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      errorElement: <RouteErrorPage />,
      children: [
        { path: 'sign-in', lazy: async () => ({ Component: (await import('./session/sign-in-page.tsx')).SignInPage }) },
        { path: 'invite', lazy: async () => ({ Component: (await import('./session/invite-page.tsx')).InvitePage }) },
        {
          element: <SessionGate />,
          children: [
            { index: true, lazy: async () => (await import('./today/today-page.tsx')).todayRoute(queryClient) },
            {
              path: 'settings',
              lazy: async () => (await import('./settings/settings-page.tsx')).settingsRoute(queryClient),
            },
            {
              path: 'backups',
              lazy: async () => (await import('./backups/backups-page.tsx')).backupsRoute(queryClient),
            },
            {
              path: 'inquiries',
              lazy: async () => (await import('./inquiries/inquiries-page.tsx')).inquiriesRoute(queryClient),
            },
            {
              path: 'inquiries/:id',
              lazy: async () => (await import('./inquiries/inquiry-page.tsx')).inquiryRoute(queryClient),
            },
            {
              path: 'products',
              lazy: async () => (await import('./products/products-page.tsx')).productsRoute(queryClient),
            },
            {
              path: 'products/new',
              lazy: async () => ({ Component: (await import('./products/new-product-page.tsx')).NewProductPage }),
            },
            {
              path: 'several',
              lazy: async () => ({ Component: (await import('./products/several/several-page.tsx')).SeveralPage }),
            },
            {
              path: 'products/:product_id',
              lazy: async () => (await import('./products/product-page.tsx')).productRoute(queryClient),
            },
            {
              path: 'products/:product_id/preview',
              lazy: async () => ({ Component: (await import('./products/preview-page.tsx')).PreviewPage }),
            },
            { path: 'mails', lazy: async () => (await import('./outbox/outbox-page.tsx')).outboxRoute(queryClient) },
            {
              path: 'orders',
              lazy: async () => (await import('./orders/orders-page.tsx')).ordersRoute(queryClient),
            },
            {
              path: 'orders/new',
              lazy: async () => ({ Component: (await import('./orders/take-order-page.tsx')).TakeOrderPage }),
            },
            {
              path: 'orders/import',
              lazy: async () => ({ Component: (await import('./orders/import-page.tsx')).ImportPage }),
            },
            {
              path: 'orders/:orderId',
              lazy: async () => (await import('./orders/order-page.tsx')).orderRoute(queryClient),
            },
            {
              path: 'orders/:orderId/slip',
              lazy: async () => (await import('./orders/slip-page.tsx')).slipRoute(queryClient),
            },
            {
              path: 'visits',
              lazy: async () => (await import('./visits/visits-page.tsx')).visitsRoute(queryClient),
            },
            {
              path: 'changes',
              lazy: async () => (await import('./audit/audit-page.tsx')).auditRoute(queryClient),
            },
            {
              path: 'account',
              lazy: async () => ({ Component: (await import('./session/account-page.tsx')).AccountPage }),
            },
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ]
}
