import type { Shop } from '@shop/contract/pages/shop'
import type { PagePath } from '@shop/contract/visits/pages'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { productQuery, productsQuery } from './catalog/catalog.queries.ts'
import { parseCompareIds } from './catalog/compare/compare-ids.ts'
import { FILTER_NAMES } from './catalog/list/product-filter.ts'
import type { Api } from './data/api.tsx'
import type { LinkPlace, Navigation } from './layout/navigation.ts'
import { type LazyComponent, lazyPage } from './router/lazy-component.ts'
import { buildPath, matchPath, type Params } from './router/route-path.ts'

/** Context of a route's functions: the cached data, and the location. */
export type RouteContext = { queryClient: QueryClient; api: Api; params: Params; search: URLSearchParams }

export type PageRoute = {
  path: PagePath | '/product/:product_id' | '*'
  page: LazyComponent
  /** Links to the page in the layout: order among the others, and label. */
  links?: Readonly<Partial<Record<LinkPlace, { order: number; label: string }>>>
  /** Loads the page's data: on the server before rendering, in the browser on intent. */
  loader?: (context: RouteContext) => Promise<unknown>[]
  /** Server only. The browser's build omits it, since `import.meta.env.SSR` is false there. */
  server?: ServerRoute | undefined
}

type ServerRoute = {
  /** The page's source file, which is its key in the build's manifest. */
  source: string
  sitemap?: true
  search?: readonly string[]
  /** The query whose data the route's pages share until the catalog changes. */
  sharedQuery?: (api: Api) => QueryKey
  /** Filters the data of the page before it is dehydrated. */
  filterData?: (context: RouteContext, shop: Shop) => Promise<void>
  /** The response's status once the data is loaded; 200 by default. */
  status?: (context: RouteContext) => number
}

/** Every URL of the shop (section 2). To add a page, add its name in `contract/visits/pages.ts` and a route here. */
const ROUTES = [
  {
    path: '/',
    page: lazyPage(() => import('./pages/home-page.tsx').then((page) => page.HomePage)),
    links: { menu: { order: 1, label: 'Home' } },
    ...(import.meta.env.SSR && { server: { source: 'pages/home-page.tsx', sitemap: true } }),
  },
  {
    path: '/shop',
    page: lazyPage(() => import('./catalog/list/shop-page.tsx').then((page) => page.ShopPage)),
    links: { header: { order: 1, label: 'Shop' }, menu: { order: 2, label: 'Shop' } },
    loader: ({ queryClient, api }) => [queryClient.fetchQuery(productsQuery(api))],
    ...(import.meta.env.SSR && {
      server: {
        source: 'catalog/list/shop-page.tsx',
        sitemap: true,
        search: FILTER_NAMES,
        sharedQuery: (api) => productsQuery(api).queryKey,
        filterData: async ({ queryClient, search }, shop) =>
          (await import('./catalog/list/filter-products.ts')).filterProducts(queryClient, search, shop),
      },
    }),
  },
  {
    path: '/product/:product_id',
    page: lazyPage(() => import('./pages/product-page.tsx').then((page) => page.ProductPage)),
    loader: ({ queryClient, api, params }) => [queryClient.fetchQuery(productQuery(api, params.product_id ?? ''))],
    ...(import.meta.env.SSR && { server: { source: 'pages/product-page.tsx', sitemap: true, status: productStatus } }),
  },
  {
    path: '/compare',
    page: lazyPage(() => import('./catalog/compare/compare-page.tsx').then((page) => page.ComparePage)),
    loader: ({ queryClient, api, search }) =>
      parseCompareIds(search).ids.map((id) => queryClient.fetchQuery(productQuery(api, id))),
    ...(import.meta.env.SSR && { server: { source: 'catalog/compare/compare-page.tsx', search: ['ids'] } }),
  },
  {
    path: '/cart',
    page: lazyPage(() => import('./cart/cart-page.tsx').then((page) => page.CartPage)),
    links: { menu: { order: 4, label: 'Cart' } },
    ...(import.meta.env.SSR && { server: { source: 'cart/cart-page.tsx' } }),
  },
  {
    path: '/checkout',
    page: lazyPage(() => import('./checkout/pages/checkout-page.tsx').then((page) => page.CheckoutPage)),
    ...(import.meta.env.SSR && { server: { source: 'checkout/pages/checkout-page.tsx' } }),
  },
  {
    path: '/pay',
    page: lazyPage(() => import('./checkout/pages/pay-page.tsx').then((page) => page.PayPage)),
    ...(import.meta.env.SSR && { server: { source: 'checkout/pages/pay-page.tsx' } }),
  },
  {
    path: '/order-summary',
    page: lazyPage(() => import('./orders/receipt/order-summary-page.tsx').then((page) => page.OrderSummaryPage)),
    ...(import.meta.env.SSR && { server: { source: 'orders/receipt/order-summary-page.tsx' } }),
  },
  {
    path: '/orderAndReturn',
    page: lazyPage(() => import('./orders/look-up/orders-page.tsx').then((page) => page.OrdersPage)),
    links: { header: { order: 3, label: 'Orders & Returns' }, menu: { order: 3, label: 'Orders & Returns' } },
    ...(import.meta.env.SSR && { server: { source: 'orders/look-up/orders-page.tsx' } }),
  },
  {
    path: '/about',
    page: lazyPage(() => import('./pages/about-page.tsx').then((page) => page.AboutPage)),
    links: {
      header: { order: 2, label: 'About us' },
      menu: { order: 6, label: 'About Us' },
      footer: { order: 1, label: 'About Us' },
    },
    ...(import.meta.env.SSR && { server: { source: 'pages/about-page.tsx', sitemap: true } }),
  },
  {
    path: '/repairs',
    page: lazyPage(() => import('./pages/repairs-page.tsx').then((page) => page.RepairsPage)),
    ...(import.meta.env.SSR && { server: { source: 'pages/repairs-page.tsx', sitemap: true } }),
  },
  {
    path: '/tell-me',
    page: lazyPage(() => import('./waitlist/tell-me-page.tsx').then((page) => page.TellMePage)),
    // In the browser the page itself loads the product: only the server has to wait for it.
    ...(import.meta.env.SSR && {
      loader: ({ queryClient, api, search }: RouteContext) => {
        const id = search.get('product')
        return id ? [queryClient.fetchQuery(productQuery(api, id))] : []
      },
      server: { source: 'waitlist/tell-me-page.tsx', search: ['product', 'step'] },
    }),
  },
  {
    path: '/login',
    page: lazyPage(() => import('./accounts/sign-in/login-page.tsx').then((page) => page.LoginPage)),
    links: { menu: { order: 5, label: 'Sign In' } },
    ...(import.meta.env.SSR && { server: { source: 'accounts/sign-in/login-page.tsx' } }),
  },
  {
    path: '/account',
    page: lazyPage(() => import('./accounts/account-page.tsx').then((page) => page.AccountPage)),
    ...(import.meta.env.SSR && { server: { source: 'accounts/account-page.tsx' } }),
  },
  {
    path: '/forgot-password',
    page: lazyPage(() => import('./accounts/sign-in/forgot-password-page.tsx').then((page) => page.ForgotPasswordPage)),
    ...(import.meta.env.SSR && { server: { source: 'accounts/sign-in/forgot-password-page.tsx' } }),
  },
  {
    path: '/reset-password',
    page: lazyPage(() => import('./accounts/sign-in/reset-password-page.tsx').then((page) => page.ResetPasswordPage)),
    ...(import.meta.env.SSR && { server: { source: 'accounts/sign-in/reset-password-page.tsx' } }),
  },
  {
    path: '/confirm-address',
    page: lazyPage(() => import('./accounts/sign-in/confirm-address-page.tsx').then((page) => page.ConfirmAddressPage)),
    ...(import.meta.env.SSR && { server: { source: 'accounts/sign-in/confirm-address-page.tsx' } }),
  },
  {
    path: '/error',
    page: lazyPage(() => import('./pages/not-found-page.tsx').then((page) => page.ErrorPage)),
    ...(import.meta.env.SSR && { server: { source: 'pages/not-found-page.tsx' } }),
  },
  {
    path: '*',
    page: lazyPage(() => import('./pages/not-found-page.tsx').then((page) => page.NotFoundPage)),
    ...(import.meta.env.SSR && { server: { source: 'pages/not-found-page.tsx', status: () => 404 } }),
  },
] as const satisfies readonly PageRoute[]

function productStatus({ queryClient, api, params }: RouteContext): number {
  const { queryKey } = productQuery(api, params.product_id ?? '')
  return queryClient.getQueryData(queryKey)?.kind === 'missing' ? 404 : 200
}

type RoutePath = Exclude<(typeof ROUTES)[number]['path'], '*'>

declare module './router/route-path.ts' {
  interface Register {
    path: RoutePath
  }
}

const routes: readonly PageRoute[] = ROUTES

/** The links of header, footer and mobile menu, in order. */
export const navigation: Navigation = { header: linksIn('header'), menu: linksIn('menu'), footer: linksIn('footer') }

function linksIn(place: LinkPlace): Navigation[LinkPlace] {
  return ROUTES.flatMap((route) => {
    const { path, links }: { path: RoutePath | '*' } & Pick<PageRoute, 'links'> = route
    const link = links?.[place]
    return path === '*' || link === undefined ? [] : [{ to: path, ...link }]
  }).sort((a, b) => a.order - b.order)
}

export function sitemapPaths(productIds: readonly string[]): string[] {
  const paths = routes.filter(({ server }) => server?.sitemap).map(({ path }) => path)
  return [
    ...paths.filter((path) => !path.includes(':')),
    ...paths
      .filter((path) => path.includes(':product_id'))
      .flatMap((path) => productIds.map((product_id) => buildPath(path, { product_id }))),
  ]
}

export type RouteMatch = { route: PageRoute; params: Params; search: URLSearchParams }

/** The route of a URL; the last one matches everything. */
export function matchRoute(pathname: string, search: string): RouteMatch {
  for (const route of routes) {
    const params = matchPath(route.path, pathname)
    if (params) return { route, params, search: new URLSearchParams(search) }
  }
  throw new Error('the list of routes has no catch-all')
}

/** Whether the code of a page is loaded, so it renders without waiting. */
export function isPageLoaded(pathname: string): boolean {
  return matchRoute(pathname, '').route.page.isLoaded()
}

/** The canonical path of a page, ignoring letter case and slashes; an unknown one loses its trailing slashes (R49). */
export function pagePath(pathname: string): string {
  const { route, params } = matchRoute(pathname, '')
  return route.path === '*' ? pathname.replace(/([^/])\/+$/, '$1') : buildPath(route.path, params)
}
