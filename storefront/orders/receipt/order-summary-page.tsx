import { useSyncExternalStore } from 'react'
import { LATEST_ORDER_KEY, readStored } from '../../data/storage.ts'
import { ButtonLink } from '../../links/shop-link.tsx'
import { Navigate } from '../../router/link.tsx'
import { PageMeta } from '../../site/page-meta.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NeedsScript } from '../../ui/hydrated.tsx'
import { parseLatestOrder } from './latest-order.ts'
import { OrderReceipt } from './order-receipt.tsx'

/** Order confirmation: the latest order of this browser (section 2, R22). */
export function OrderSummaryPage() {
  const shop = useShop()
  const stored = useStoredText()
  const read = stored === undefined ? null : parseLatestOrder(stored)
  if (read?.kind === 'broken') return <Navigate to="/error" />
  return (
    <div className="shell pt-8 sm:pt-12">
      <PageMeta title="Order confirmation" indexed={false} />
      {read === null && (
        <div className="min-h-[60vh]">
          <h1 className="sr-only">Order confirmation</h1>
          <NeedsScript>
            Your latest order is saved in this browser, and you need JavaScript to see it. Please turn on JavaScript, or
            write to {shop.supportEmail} and include the order number.
          </NeedsScript>
        </div>
      )}
      {read?.kind === 'absent' && <NoOrder />}
      {read?.kind === 'order' && <OrderReceipt order={read.order} />}
    </div>
  )
}

function NoOrder() {
  return (
    <EmptyState as="h1" title="There’s no recent order in this browser">
      <p>
        If you ordered before, your name, <span className="whitespace-nowrap">email</span> and order number will find
        it.
      </p>
      <div className="buttons justify-center">
        <ButtonLink to="/shop">Continue Shopping</ButtonLink>
        <ButtonLink to="/orderAndReturn" variant="outline">
          Orders & Returns
        </ButtonLink>
      </div>
    </EmptyState>
  )
}

/** The stored text; `undefined` on the server and during hydration. */
function useStoredText(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(
    (listener) => {
      window.addEventListener('storage', listener)
      return () => window.removeEventListener('storage', listener)
    },
    () => readStored(LATEST_ORDER_KEY),
    () => undefined,
  )
}
