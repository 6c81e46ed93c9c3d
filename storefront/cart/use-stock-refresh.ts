import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { productQuery } from '../catalog/catalog.queries.ts'
import { type Api, useApi } from '../data/api.tsx'
import type { CartItem, FreshStock } from './cart.ts'
import { createStockRefresh, type StockRefresh } from './stock-refresh.ts'

/**
 * Asks for each cart item once, as the page opens and when another tab adds one. Calls back when a quantity had to be
 * cut, as long as the page is there.
 */
export function useStockRefresh(items: readonly CartItem[], onAdjusted: () => void): StockRefresh {
  const api = useApi()
  const queryClient = useQueryClient()
  const handleAdjusted = useRef<(() => void) | null>(null)
  const [refresh] = useState(() =>
    createStockRefresh(
      (id) => fetchStock(queryClient, api, id),
      () => handleAdjusted.current?.(),
    ),
  )
  const ids = items.map((item) => item.product_id).join('\n')

  useEffect(() => {
    handleAdjusted.current = onAdjusted
    return () => {
      handleAdjusted.current = null
    }
  }, [onAdjusted])

  useEffect(() => {
    refresh.ask(ids === '' ? [] : ids.split('\n'))
  }, [refresh, ids])

  return refresh
}

/** A product's stock of today; one that is gone has none, a response that cannot be parsed says nothing. */
async function fetchStock(queryClient: QueryClient, api: Api, id: string): Promise<FreshStock | null> {
  const result = await queryClient.fetchQuery({ ...productQuery(api, id), staleTime: 0 })
  if (result.kind === 'invalid') return null
  if (result.kind === 'missing') return { product_id: id, stock_quantity: 0 }
  const { stock_quantity, stock_unknown } = result.product
  return { product_id: id, stock_quantity: stock_unknown ? null : stock_quantity }
}
