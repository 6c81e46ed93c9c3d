import type { ReactNode } from 'react'
import { useLocation } from '../lib/router.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { PageMeta } from './page-meta.tsx'

/** Header, cart and footer stay when a page's code cannot be fetched; another address is another try. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary resetKey={pathname} fallback={<PageFailed />}>
      {children}
    </ErrorBoundary>
  )
}

function PageFailed() {
  return (
    <>
      <PageMeta title="Page not loaded" indexed={false} />
      <EmptyState as="h1" title="This page could not be loaded">
        <p>Please check your connection. Nothing of yours is lost; your cart waits in your browser.</p>
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </EmptyState>
    </>
  )
}
