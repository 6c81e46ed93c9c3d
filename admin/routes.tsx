import {
  Archive,
  ChartColumn,
  CreditCard,
  FileText,
  History,
  House,
  Inbox,
  MailWarning,
  Package,
  Receipt,
  ScanSearch,
  Settings,
  Tag,
  TicketPercent,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { RouteObject } from 'react-router'
import { loadCode } from './app/code.tsx'
import { NotFoundPage, RouteErrorPage } from './app/frame/error-pages.tsx'
import type { Noun } from './app/frame/navigation.ts'
import { HelpFrame } from './app/help/help.tsx'
import type { HelpPages } from './app/help/help-pages.ts'
import { SessionGate } from './session/session-gate.tsx'

/** Pages that open without a session. */
const SIGNED_OUT_ROUTES: readonly RouteObject[] = [
  page('sign-in', ['when-you-cannot-sign-in', 'start-the-shop'], () => import('./session/sign-in-page.tsx')),
  page('forgot', ['when-you-cannot-sign-in'], () => import('./session/forgot-page.tsx')),
  page('reset', ['when-you-cannot-sign-in'], () => import('./session/reset-page.tsx')),
  page('invite', ['start-the-shop'], () => import('./session/invite-page.tsx')),
  page('fair', ['sell-at-a-fair'], () => import('./fair/fair-page.tsx')),
]

type NounWithPages = Noun & { pages: readonly RouteObject[] }

/**
 * The nouns of the admin, most used first: the menu has them in this order, and a phone shows the first four, the others
 * under More. To add one, add a folder and its entry here. The code of a page is loaded on demand.
 */
export const NOUNS: readonly NounWithPages[] = [
  noun({ path: '/', label: 'Today', icon: House, needs: 'nothing' }, [
    {
      index: true,
      handle: ['your-day', 'ship-an-order', 'answer-a-question'] satisfies HelpPages,
      lazy: () => loadCode(() => import('./today/today-page.tsx')),
    },
  ]),
  noun({ path: '/inquiries', label: 'Inquiries', icon: Inbox, needs: ['inquiries'] }, [
    page('inquiries', ['answer-a-question'], () => import('./contact/inquiries-page.tsx')),
    page('inquiries/:id', ['answer-a-question'], () => import('./contact/inquiry-page.tsx')),
  ]),
  noun({ path: '/orders', label: 'Orders', icon: Package, needs: ['orders'] }, [
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
  ]),
  noun({ path: '/products', label: 'Products', icon: Tag, needs: ['products'] }, [
    page(
      'products',
      ['add-a-product', 'change-a-price', 'put-something-on-sale', 'count-stock'],
      () => import('./catalog/list/products-page.tsx'),
    ),
    page('products/new', ['add-a-product'], async () => ({
      Component: (await import('./catalog/product/product-page.tsx')).NewProductPage,
    })),
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
  ]),
  noun({ path: '/several', label: 'Bulk edit', needs: ['products'] }, [
    page(
      'several',
      ['change-a-price', 'put-something-on-sale', 'count-stock', 'import-products'],
      () => import('./catalog/several/several-page.tsx'),
    ),
  ]),
  noun({ path: '/lines', label: 'Lines and colors', needs: ['products'] }, [
    page('lines', ['lines-and-colors'], () => import('./lines/lines-page.tsx')),
    page('lines/edit', ['lines-and-colors'], () => import('./lines/line-page.tsx')),
  ]),
  noun({ path: '/customers', label: 'Customers', icon: UsersRound, needs: ['orders'] }, [
    page('customers', ['find-a-customer', 'delete-a-customers-data'], () => import('./customers/customers-page.tsx')),
    page(
      'customers/person',
      ['find-a-customer', 'delete-a-customers-data'],
      () => import('./customers/customer-page.tsx'),
    ),
  ]),
  noun({ path: '/payments', label: 'Payments', icon: CreditCard, needs: 'owner', needsPayments: true }, [
    page(
      'payments',
      ['a-failed-payment', 'solve-an-unmatched-payment', 'a-disputed-payment'],
      () => import('./payments/payments-page.tsx'),
    ),
    page('payments/disputes', ['a-disputed-payment'], () => import('./payments/disputes-page.tsx')),
    page('payments/disputes/:id', ['a-disputed-payment'], () => import('./payments/dispute-page.tsx')),
  ]),
  noun({ path: '/sales', label: 'Sales', icon: Receipt, needs: ['books'] }, [
    page('sales', ['read-the-sales', 'pay-the-quarters-sales-tax'], () => import('./sales/sales-page.tsx')),
    page('sales/print', ['pay-the-quarters-sales-tax'], () => import('./sales/sales-print-page.tsx')),
  ]),
  noun({ path: '/discounts', label: 'Discount codes', icon: TicketPercent, needs: 'owner' }, [
    page('discounts', ['discount-codes'], () => import('./discounts/discounts-page.tsx')),
    page('discounts/new', ['discount-codes'], async () => ({
      Component: (await import('./discounts/discount-page.tsx')).NewDiscountPage,
    })),
    page('discounts/:code', ['discount-codes'], () => import('./discounts/discount-page.tsx')),
  ]),
  noun({ path: '/pages', label: 'Pages', icon: FileText, needs: ['pages'] }, [
    page('pages', ['change-a-page', 'change-the-return-policy'], () => import('./pages/pages-page.tsx')),
    page('pages/:page', ['change-a-page', 'change-the-return-policy'], () => import('./pages/editor-page.tsx')),
  ]),
  noun({ path: '/mails', label: 'Unsent emails', icon: MailWarning, needs: ['orders', 'inquiries'] }, [
    page('mails', ['an-email-was-not-sent'], () => import('./mail/outbox-page.tsx')),
  ]),
  noun({ path: '/mail-texts', label: 'Email templates', needs: 'owner' }, [
    page('mail-texts', ['write-the-email-templates'], () => import('./email-templates/mail-texts-page.tsx')),
    page('mail-texts/:name', ['write-the-email-templates'], () => import('./email-templates/mail-text-page.tsx')),
  ]),
  noun({ path: '/wanted', label: 'What people look for', icon: ScanSearch, needs: ['products'] }, [
    page('wanted', ['see-what-people-want'], () => import('./visits/wanted-page.tsx')),
  ]),
  noun({ path: '/visits', label: 'Visits', icon: ChartColumn, needs: ['products'] }, [
    page('visits', ['see-what-people-want'], () => import('./visits/visits-page.tsx')),
  ]),
  noun({ path: '/changes', label: 'Changes', icon: History, needs: 'nothing' }, [
    page('changes', ['undo-a-change'], () => import('./audit/audit-page.tsx')),
  ]),
  noun({ path: '/settings', label: 'Settings', icon: Settings, needs: 'owner' }, [
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
  ]),
  noun({ path: '/backups', label: 'Backups', icon: Archive, needs: 'owner' }, [
    page('backups', ['back-up', 'restore'], () => import('./backups/backups-page.tsx')),
  ]),
  noun({ path: '/account', label: 'Your account', icon: UserRound, needs: 'nothing' }, [
    page('account', ['when-you-cannot-sign-in'], () => import('./session/account-page.tsx')),
  ]),
]

const errorElement = <RouteErrorPage />

/** Every URL of the admin, below /admin. An error of a page leaves the navigation around it as it is. */
export const ROUTES: RouteObject[] = [
  {
    errorElement,
    // Nothing, but said: without it each page would begin with a warning in the console.
    hydrateFallbackElement: <></>,
    element: <HelpFrame />,
    children: [
      ...SIGNED_OUT_ROUTES,
      {
        element: <SessionGate nouns={NOUNS} />,
        children: [
          {
            errorElement,
            children: [...NOUNS.flatMap(({ pages }) => pages), { path: '*', element: <NotFoundPage /> }],
          },
        ],
      },
    ],
  },
]

function noun(about: Noun, pages: readonly RouteObject[]): NounWithPages {
  return { ...about, pages }
}

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
