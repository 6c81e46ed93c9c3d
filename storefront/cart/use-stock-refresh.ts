import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { productQuery } from '../catalog/catalog.queries.ts'
import { type Api, useApi } from '../data/api.tsx'
import { createStore } from '../data/store.ts'
import type { CartItem, FreshStock } from './cart.ts'
import { currentCart, refreshCart } from './cart-store.ts'

/**
 * Refreshes each cart item once, when the page opens or another tab adds it. Calls back when a quantity was reduced,
 * while the page is mounted.
 */
export function useStockRefresh(items: readonly CartItem[], onAdjusted: () => void): StockRefresh {
  const api = useApi()
  const queryClient = useQueryClient()
  const [{ handler, refresh }] = useState(() => {
    const handler = createStore<(() => void) | null>(null)
    return {
      handler,
      refresh: createStockRefresh(
        (id) => fetchStock(queryClient, api, id),
        () => handler.get()?.(),
      ),
    }
  })
  const ids = items.map((item) => item.product_id).join('\n')

  useEffect(() => {
    handler.set(onAdjusted)
    refresh.request(ids === '' ? [] : ids.split('\n'))
    return () => handler.set(null)
  }, [handler, onAdjusted, refresh, ids])

  return refresh
}

/** A product's current stock; `null` when the response cannot be parsed. */
async function fetchStock(queryClient: QueryClient, api: Api, id: string): Promise<FreshStock | null> {
  const result = await queryClient.fetchQuery({ ...productQuery(api, id), staleTime: 0 })
  if (result.kind === 'invalid') return null
  if (result.kind === 'missing') return { product_id: id, stock_quantity: null, missing: true }
  const { stock_quantity, stock_unknown } = result.product
  return { product_id: id, stock_quantity: stock_unknown ? null : stock_quantity }
}

/** The refresh of the cart page: one product call per item (R12). */
export type StockRefresh = {
  request: (productIds: readonly string[]) => void
  /** Resolves once no call is running; never rejects. */
  settled: () => Promise<void>
  /** Requests products that were requested before once more; resolves as `settled` does. */
  lookAgain: (productIds: readonly string[]) => Promise<void>
}

/**
 * Each response is merged into the cart as it is by then (R39); `onAdjusted` is called when that reduced a quantity.
 * `fetchStock` returns `null` when the stock is unknown; when it fails, the line does not change.
 */
export function createStockRefresh(
  fetchStock: (productId: string) => Promise<FreshStock | null>,
  onAdjusted: () => void,
): StockRefresh {
  const requested = new Set<string>()
  const pending = new Set<Promise<void>>()

  async function refresh(id: string): Promise<void> {
    try {
      const fresh = await fetchStock(id)
      // If a line was removed in the meantime, it is requested again when it is restored.
      if (!currentCart().some((item) => item.product_id === id)) requested.delete(id)
      else if (fresh !== null && refreshCart([fresh])) onAdjusted()
    } catch (error) {
      console.info('The stock of a cart item could not be refreshed', error)
    }
  }

  function request(productIds: readonly string[]): void {
    for (const id of productIds) {
      if (requested.has(id)) continue
      requested.add(id)
      const call = refresh(id).then(() => {
        pending.delete(call)
      })
      pending.add(call)
    }
  }

  async function settled(): Promise<void> {
    while (pending.size > 0) await Promise.all(pending)
  }

  return {
    request,
    settled,
    lookAgain(productIds) {
      for (const id of productIds) requested.delete(id)
      request(productIds)
      return settled()
    },
  }
}
