import type { ReactNode } from 'react'
import { useShop } from '../site/shop-settings.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { BrokenPageNotice } from './broken-page-notice.tsx'

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
