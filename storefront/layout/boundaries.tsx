import { type ReactNode, useState } from 'react'
import { ErrorBoundary } from '../router/error-boundary.tsx'
import {
  CodeLoadError,
  resetFailedLoad,
  retryStuckPage,
  useCodeRetry,
  useIsPageStuck,
} from '../router/lazy-component.ts'
import { useLocation, usePageHydrated, usePathname } from '../router/router.tsx'
import { PageMeta } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { useOnChange } from '../ui/effects.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import { useWindowEvent } from '../ui/use-window-event.ts'

/** The outermost boundary: an error in header, footer or menu shows a message with links instead of a blank page. */
export function ShopBoundary({ children }: { children: ReactNode }) {
  const shop = useShop()
  return (
    <ErrorBoundary
      resetKey="shop"
      fallback={
        <main>
          <title>{`Page not shown · ${shop.name}`}</title>
          <BrokenPageNotice />
        </main>
      }
    >
      {children}
    </ErrorBoundary>
  )
}

/** Header, cart and footer stay when a page fails; navigation retries. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  return (
    <ErrorBoundary resetKey={pathname} onError={resetFailedLoad} fallback={fallback}>
      {children}
    </ErrorBoundary>
  )
}

function fallback(error: unknown, reset: () => void): ReactNode {
  return error instanceof CodeLoadError ? <PageNotLoaded error={error} onLoaded={reset} /> : <PageBroken />
}

/** Calls back when the same page is navigated to once more, or the network is back. */
function useAnotherTry(retry: () => void): void {
  const { key, pathname } = useLocation()
  const [failed] = useState(pathname)
  // Another page has a boundary of its own.
  useOnChange(key, () => {
    if (pathname === failed) retry()
  })
  useWindowEvent('online', retry)
}

/** The code could not be loaded, maybe because of the network; offers a retry. */
function PageNotLoaded({ error, onLoaded }: { error: CodeLoadError; onLoaded: () => void }) {
  usePageHydrated()
  const { busy, retry } = useCodeRetry(error.retry, onLoaded)
  useAnotherTry(retry)
  return (
    <>
      <PageMeta title="Page not loaded" indexed={false} />
      <EmptyState as="h1" title="We couldn’t load this page">
        <p>Please check your connection. Your cart is safe.</p>
        <TryAgain busy={busy} onRetry={retry} />
      </EmptyState>
    </>
  )
}

function PageBroken() {
  usePageHydrated()
  return (
    <>
      <PageMeta title="Page not shown" indexed={false} />
      <BrokenPageNotice />
    </>
  )
}

/** Shown when a page can be read but its code could not be loaded. */
export function StuckPageNotice() {
  const isStuck = useIsPageStuck()
  const { busy, retry } = useCodeRetry(retryStuckPage)
  if (!isStuck) return null
  return (
    <div role="alert" className="shell">
      <Alert action={<TryAgain variant="outline" busy={busy} onRetry={retry} />}>
        Part of this page didn’t load, so some buttons may not work. Please check your connection.
      </Alert>
    </div>
  )
}

/** The page's code was loaded but failed. Uses nothing that may be what failed. */
function BrokenPageNotice() {
  const shop = useShop()
  return (
    <EmptyState as="h1" title="Something went wrong on this page">
      <p>
        It’s our fault, not your connection. Your cart is safe. Please reload the page. If that doesn’t help, write to{' '}
        <a className="wrap-anywhere underline" href={`mailto:${shop.supportEmail}`}>
          {shop.supportEmail}
        </a>
        .
      </p>
      <div className="buttons justify-center">
        <Button onClick={() => window.location.reload()}>Reload</Button>
        <a className={buttonClass('outline')} href="/">
          Home
        </a>
      </div>
    </EmptyState>
  )
}
