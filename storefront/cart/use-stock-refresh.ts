import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { productQuery } from '../catalog/catalog.queries.ts'
import { type Api, useApi } from '../data/api.tsx'
import { createStore } from '../data/store.ts'
import type { CartItem, FreshStock } from './cart.ts'
import { createStockRefresh, type StockRefresh } from './stock-refresh.ts'

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
    return () => handler.set(null)
  }, [handler, onAdjusted])

  useEffect(() => {
    refresh.request(ids === '' ? [] : ids.split('\n'))
  }, [refresh, ids])

  return refresh
}

/** A product's current stock; 0 when it is gone, `null` when the response cannot be parsed. */
async function fetchStock(queryClient: QueryClient, api: Api, id: string): Promise<FreshStock | null> {
  const result = await queryClient.fetchQuery({ ...productQuery(api, id), staleTime: 0 })
  if (result.kind === 'invalid') return null
  if (result.kind === 'missing') return { product_id: id, stock_quantity: 0 }
  const { stock_quantity, stock_unknown } = result.product
  return { product_id: id, stock_quantity: stock_unknown ? null : stock_quantity }
}
