import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CartItem } from '../cart/cart.ts'
import { useCart } from '../cart/cart-store.ts'
import { useApi } from '../data/api.tsx'
import { deliveryOptionsQuery } from '../estimate/estimate.queries.ts'
import { type Estimate, estimateOrder, type Progress, selectedOption } from '../estimate/order-estimate.ts'
import { useToday } from '../estimate/today.ts'
import type { OrderTax } from '../estimate/use-tax.ts'
import { useSlow } from '../ui/slow-note.tsx'
import type { useCheckoutForm } from './checkout-fields.ts'

/** `note`: what has changed of it while the order was placed. */
export type SummaryItem = CartItem & { note?: string }

export type Checkout = ReturnType<typeof useCheckout>

/** The shopper's entries, and the order's cost. */
export function useCheckout(
  { form, chosen, choose }: ReturnType<typeof useCheckoutForm>,
  tax: OrderTax,
  isOpen = false,
) {
  const items: readonly SummaryItem[] = useCart().items
  const delivery = useDelivery(chosen)
  const today = useToday()
  const estimate: Estimate = estimateOrder(items, delivery.selected, tax.terms, today)
  const progress = {
    delivery: useProgress(delivery.options === undefined),
    tax: useProgress(tax.pending),
  }
  return { items, form, choose, delivery, tax, today, estimate, progress, isOpen }
}

/** The available options and the selected one; `undefined` while loading, none after a failure (R18). */
function useDelivery(chosen: string | null) {
  const client = useQueryClient()
  const query = deliveryOptionsQuery(useApi())
  const { data, isError, isFetching, refetch } = useQuery(query)
  const options = data ?? (isError && !isFetching ? [] : undefined)
  const selected = selectedOption(options ?? [], chosen)
  const isMissing = selected === null && (options?.length ?? 0) > 0

  /** A call that hangs is aborted first; otherwise a retry would wait for it. */
  async function retry(): Promise<void> {
    await client.cancelQueries(query)
    await refetch()
  }

  return { options, selected, isMissing, retry: () => void retry() }
}

function useProgress(waiting: boolean): Progress {
  const late = useSlow(waiting)
  if (!waiting) return 'known'
  return late ? 'late' : 'pending'
}
