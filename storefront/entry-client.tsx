import './styles/main.css'
import { HydrationBoundary } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { startSession } from './accounts/session-store.ts'
import { App } from './app.tsx'
import { startCart } from './cart/cart-store.ts'
import { PAGE_DATA_ID, type PageData, ShopDocument } from './document.tsx'
import { browserApi } from './lib/api.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { BrowserRouter } from './lib/router.tsx'
import { matchRoute } from './routes.tsx'

/** Takes over the page the server sent: the same tree, the same data, then cart and user from this browser. */
async function takeOver(): Promise<void> {
  // Our own server wrote it into this very page.
  const data: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '{}')
  const api = browserApi(data.apiUrl)
  const queryClient = createQueryClient()
  startCart()
  startSession()
  await matchRoute(window.location.pathname, window.location.search).route.page.preload()
  startTransition(() => {
    hydrateRoot(
      document,
      <ShopDocument assets={data.assets}>
        <BrowserRouter>
          <HydrationBoundary state={data.queries} queryClient={queryClient}>
            <App api={api} queryClient={queryClient} origin={data.origin} />
          </HydrationBoundary>
        </BrowserRouter>
      </ShopDocument>,
    )
  })
}

void takeOver()
