import type { KnownShop } from '@shop/contract/pages/shop'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useForgetOthersData } from './accounts/personal-data.ts'
import { FollowLeftCheckout } from './checkout/open/follow-left-checkout.ts'
import { type Api, ApiProvider } from './data/api.tsx'
import { adoptEarlyInput, replayPresses } from './early-input.ts'
import { PageBoundary, ShopBoundary } from './layout/boundaries.tsx'
import { DIALOGS } from './layout/dialogs.tsx'
import { Layout } from './layout/layout.tsx'
import { dialogIn } from './links/dialog-link.tsx'
import { PrefetchProvider } from './router/link.tsx'
import { PageProvider, useLocation } from './router/router.tsx'
import { matchRoute, navigation } from './routes.tsx'
import { ShopOriginProvider } from './site/page-meta.tsx'
import { ShopSettingsProvider } from './site/shop-settings.tsx'
import { CountVisit } from './visits/count-visit.ts'

type AppProps = { api: Api; queryClient: QueryClient; origin: string; shop: KnownShop }

/** The shop inside the document; the router around it differs between server and browser. */
export function App(props: AppProps) {
  return (
    <ShopSettingsProvider shop={props.shop}>
      <ShopBoundary>
        <Shop {...props} />
      </ShopBoundary>
    </ShopSettingsProvider>
  )
}

function Shop({ api, queryClient, origin }: AppProps) {
  useEffect(() => {
    // For measurements and tests: from here on presses are answered. The page between header and footer follows.
    document.documentElement.dataset.hydrated = ''
    replayPresses('layout')
  }, [])

  function prefetch(pathname: string, search: string): Promise<unknown> {
    const dialog = dialogIn(search)
    // The page below a dialog is on the screen already.
    if (dialog !== null) return DIALOGS[dialog].preload()
    const { route, ...address } = matchRoute(pathname, search)
    return Promise.all([
      route.page.preload(),
      import('./catalog/picture-transition.ts'),
      ...(route.loader?.({ queryClient, api, ...address }) ?? []),
    ])
  }

  return (
    <ApiProvider api={api}>
      <QueryClientProvider client={queryClient}>
        <ForgetOthers client={queryClient} />
        <FollowLeftCheckout />
        <ShopOriginProvider origin={origin}>
          <PrefetchProvider prefetch={prefetch}>
            <Layout navigation={navigation}>
              <PageBoundary>
                <Suspense fallback={null}>
                  <CurrentPage />
                </Suspense>
              </PageBoundary>
            </Layout>
          </PrefetchProvider>
        </ShopOriginProvider>
      </QueryClientProvider>
    </ApiProvider>
  )
}

/**
 * Outside of the shop, so updates do not render it again, which would drop a page that is waiting for its code.
 */
function ForgetOthers({ client }: { client: QueryClient }) {
  useForgetOthersData(client)
  return null
}

function CurrentPage() {
  const { pathname, search } = useLocation()
  const { route, params } = matchRoute(pathname, search)
  const { page: Page, path } = route
  useEffect(() => {
    document.documentElement.dataset.pageHydrated = ''
    adoptEarlyInput(document)
    replayPresses('page')
  }, [])
  return (
    <PageProvider pattern={path} params={params}>
      {/* One element: of several the first that is removed would have the styles of the others computed again. */}
      <div key={path}>
        <Page />
      </div>
      <CountVisit />
    </PageProvider>
  )
}
