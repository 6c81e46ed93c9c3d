import type { ReactNode } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { BrokenPageNotice } from './broken-page-notice.tsx'
import { useShop } from './shop-settings.tsx'

/** Stands above the whole shop: what fails in header, footer or menu leaves words and a way on, never a blank window. */
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
