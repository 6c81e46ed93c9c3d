import type { ReactNode } from 'react'
import { CodeLoadError, resetFailedLoad } from '../router/lazy-component.ts'
import { usePageHydrated, usePathname } from '../router/router.tsx'
import { useCodeRetry } from '../router/use-code-retry.ts'
import { PageMeta } from '../site/page-meta.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import { BrokenPageNotice } from './broken-page-notice.tsx'

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

/** The code could not be loaded, maybe because of the network; offers a retry. */
function PageNotLoaded({ error, onLoaded }: { error: CodeLoadError; onLoaded: () => void }) {
  usePageHydrated()
  const { busy, retry } = useCodeRetry(error.retry, onLoaded)
  return (
    <>
      <PageMeta title="Page not loaded" indexed={false} />
      <EmptyState as="h1" title="This page could not be loaded">
        <p>Please check your connection. Nothing of yours is lost; your cart waits in your browser.</p>
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
