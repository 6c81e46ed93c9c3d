import type { QueryClient } from '@tanstack/react-query'
import { filterProducts, productQuery, productsQuery } from './catalog/catalog.queries.ts'
import type { Api } from './data/api.tsx'
import { type LazyPage, lazyPage } from './router/lazy-page.ts'
import { matchPath, type Params, pathOf } from './router/route-path.ts'

/** Where a visitor is: the path's parameters and the search parameters. */
export type Place = { params: Params; search: URLSearchParams }

export type PageRoute = {
  path: string
  page: LazyPage
  /** Fetches the data the page needs: the server before rendering, the browser on intent. */
  fetch: (client: QueryClient, api: Api, place: Place) => Promise<unknown>[]
  /** The search parameters that change what the server renders. */
  search: readonly string[]
  /** Cuts what travels with the page to what its first screens show. */
  trim?: (client: QueryClient, place: Place) => void
  /** The answer's status once the data is there; 200 where nothing is said. */
  status?: (client: QueryClient, api: Api, place: Place) => number
}

const none = () => []

/** Mere intent asks once; the page itself asks again, and tells. */
const ONCE = { retry: false } as const

/** Every URL of the shop (section 2). */
const ROUTES: readonly PageRoute[] = [
  {
    path: '/',
    page: lazyPage('pages/home-page.tsx', async () => (await import('./pages/home-page.tsx')).HomePage),
    fetch: none,
    search: [],
  },
  {
    path: '/shop',
    page: lazyPage('catalog/shop-page.tsx', async () => (await import('./catalog/shop-page.tsx')).ShopPage),
    fetch: (client, api) => [client.fetchQuery({ ...productsQuery(api), ...ONCE })],
    search: ['q', 'min', 'max', 'soldOut', 'view', 'sort'],
    trim: filterProducts,
  },
  {
    path: '/product/:product_id',
    page: lazyPage('catalog/product-page.tsx', async () => (await import('./catalog/product-page.tsx')).ProductPage),
    fetch: (client, api, { params }) => [client.fetchQuery({ ...productQuery(api, params.product_id ?? ''), ...ONCE })],
    search: [],
    status: (client, api, { params }) =>
      client.getQueryData(productQuery(api, params.product_id ?? '').queryKey)?.kind === 'missing' ? 404 : 200,
  },
  {
    path: '/cart',
    page: lazyPage('cart/cart-page.tsx', async () => (await import('./cart/cart-page.tsx')).CartPage),
    fetch: none,
    search: [],
  },
  {
    path: '/checkout',
    page: lazyPage(
      'checkout/checkout-page.tsx',
      async () => (await import('./checkout/checkout-page.tsx')).CheckoutPage,
    ),
    fetch: none,
    search: [],
  },
  {
    path: '/order-summary',
    page: lazyPage(
      'orders/order-summary-page.tsx',
      async () => (await import('./orders/order-summary-page.tsx')).OrderSummaryPage,
    ),
    fetch: none,
    search: [],
  },
  {
    path: '/orderAndReturn',
    page: lazyPage('orders/orders-page.tsx', async () => (await import('./orders/orders-page.tsx')).OrdersPage),
    fetch: none,
    search: [],
  },
  {
    path: '/about',
    page: lazyPage('pages/about-page.tsx', async () => (await import('./pages/about-page.tsx')).AboutPage),
    fetch: none,
    search: [],
  },
  {
    path: '/login',
    page: lazyPage('accounts/login-page.tsx', async () => (await import('./accounts/login-page.tsx')).LoginPage),
    fetch: none,
    search: [],
  },
  {
    path: '/error',
    page: lazyPage('pages/error-page.tsx', async () => (await import('./pages/error-page.tsx')).ErrorPage),
    fetch: none,
    search: [],
  },
  {
    path: '*',
    page: lazyPage('pages/not-found-page.tsx', async () => (await import('./pages/not-found-page.tsx')).NotFoundPage),
    fetch: none,
    search: [],
    status: () => 404,
  },
]

export type RouteMatch = { route: PageRoute; place: Place }

/** The route an address leads to; there always is one, the last route takes what no other does. */
export function matchRoute(pathname: string, search: string): RouteMatch {
  for (const route of ROUTES) {
    const params = matchPath(route.path, pathname)
    if (params) return { route, place: { params, search: new URLSearchParams(search) } }
  }
  throw new Error('the list of routes has no catch-all')
}

/** The one path of a page, whatever its letter case and slashes; an unknown one loses the slashes at its end (R49). */
export function pagePath(pathname: string): string {
  const { route, place } = matchRoute(pathname, '')
  return route.path === '*' ? pathname.replace(/([^/])\/+$/, '$1') : pathOf(route.path, place.params)
}
