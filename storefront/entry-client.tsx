import './styles/main.css'
import { cleanInsertedText } from '@shop/contract/text/clean-input'
import { followTranslation } from '@shop/contract/text/translated-texts'
import { HydrationBoundary } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { startSession } from './accounts/session-store.ts'
import { App } from './app.tsx'
import { startCart } from './cart/cart-store.ts'
import { browserApi, createQueryClient } from './data/api.tsx'
import { type PageData, ShopDocument } from './document.tsx'
import { adoptLinkState } from './early-link.ts'
import { watchPresses } from './forms/after-press.ts'
import { PAGE_DATA_ID } from './inline/names.ts'
import { isPageStuck, keepServerPage } from './router/lazy-component.ts'
import { BrowserRouter, nameEntry, normalizeAddress } from './router/router.tsx'
import { isPageLoaded, matchRoute, pagePath } from './routes.tsx'

/** Hydrates the server's page with its data, then loads cart and user from local storage. */
async function hydrate(): Promise<void> {
  // Our own server wrote it into this page.
  const data: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '{}')
  const shop = { words: {}, ...data.shop }
  const api = browserApi(data.apiUrl)
  const queryClient = createQueryClient()
  cleanInsertedText(document)
  watchPresses(window)
  normalizeAddress(pagePath)
  adoptLinkState()
  nameEntry()
  startCart()
  startSession()
  const { page } = matchRoute(window.location.pathname, window.location.search).route
  // Without the page's code everything else is hydrated: menu, search, cart and footer.
  await page.preload().catch((error: unknown) => {
    reportError('the page on the screen is not complete', error)
    keepServerPage(page)
  })
  showOriginal()
  isHydrating = true
  startTransition(() => {
    hydrateRoot(
      document,
      <ShopDocument assets={data.assets}>
        <BrowserRouter normalize={pagePath} isLoaded={isPageLoaded} isStuck={isPageStuck}>
          <HydrationBoundary state={data.queries} queryClient={queryClient}>
            <App api={api} queryClient={queryClient} origin={data.origin} shop={shop} />
          </HydrationBoundary>
        </BrowserRouter>
      </ShopDocument>,
      {
        onCaughtError: (error) => reportError('a part of the page could not be shown', error),
        onUncaughtError: (error) => reportError('the page could not be shown', error),
        onRecoverableError: (error) => reportError('the page had to be rendered again', error),
      },
    )
  })
}

let isHydrating = false
const showOriginal = followTranslation(
  document,
  () => isHydrating && !('pageHydrated' in document.documentElement.dataset) && !isPageStuck(),
)

// In a task of its own, so a press does not wait for both.
setTimeout(hydrate)

/** Logs an internal error in a uniform format; nothing is sent. */
export function reportError(what: string, error: unknown): void {
  console.error(`Shop: ${what}`, error)
}
