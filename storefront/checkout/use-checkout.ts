import { parseStateCode, type StateCode, US_STATES } from '@shop/contract/tax'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CartItem } from '../cart/cart.ts'
import { useCart } from '../cart/cart-store.ts'
import { useApi } from '../data/api.tsx'
import { useSlow } from '../ui/slow-note.tsx'
import { deliveryOptionsQuery, taxRateQuery } from './checkout.queries.ts'
import type { useCheckoutForm } from './checkout-fields.ts'
import { type Estimate, estimateOrder, NO_TAX, type Progress, selectedOption } from './order-estimate.ts'
import { useToday } from './today.ts'

/** `note`: what has changed of it while the order was placed. */
export type SummaryItem = CartItem & { note?: string }

export type Checkout = ReturnType<typeof useCheckout>

/** How the order is taxed; the note continues the label of the amount. */
export type CheckoutTax = {
  terms: typeof NO_TAX
  pending: boolean
  note: string
  commit: (state: string) => void
}

/** What the shopper has filled in, and what the order would cost. */
export function useCheckout(
  { form, chosen, choose }: ReturnType<typeof useCheckoutForm>,
  tax: CheckoutTax,
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

/** The tax rate of the state after its field was left; none while another one is being chosen (R19). */
export function useTax(state: string): CheckoutTax {
  const [committed, setCommitted] = useState(state)
  const code = committed === state ? parseStateCode(state) : null
  // The query is disabled without a state; its key then has a placeholder.
  const { data, isError, isFetching, refetch } = useQuery({
    ...taxRateQuery(useApi(), code ?? 'AL'),
    enabled: code !== null,
  })
  const rate = code === null ? null : (data ?? null)
  const pending = code !== null && rate === null && isFetching

  function commit(next: string): void {
    setCommitted(next)
    if (isError && next === committed) void refetch()
  }

  return {
    terms: { ...NO_TAX, taxRate: rate },
    pending,
    note: taxNote(state, rate === null && !pending ? null : code),
    commit,
  }
}

/** A missing rate or a failure is logged only (section 8), without a message here. */
function taxNote(state: string, code: StateCode | null): string {
  if (state === '') return 'choose a state'
  return code === null ? '' : `for ${US_STATES[code]}`
}
