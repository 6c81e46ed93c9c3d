import type { CartItem, FreshStock } from '@shop/contract/cart'
import { stillPicture } from '@shop/contract/catalog'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { productQuery } from '../catalog/catalog.queries.ts'
import { type Api, useApi } from '../lib/api.tsx'
import { currentCart, refreshCart } from './cart-store.ts'

/**
 * Asks for each cart item once, as the page opens and when another tab adds one; each answer is merged as it comes
 * (R12, R39). Calls back when a quantity had to be cut. An item whose refresh fails stays as it is.
 */
export function useStockRefresh(items: readonly CartItem[], onAdjusted: () => void): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const asked = useRef(new Set<string>())
  const handleAdjusted = useRef(onAdjusted)
  handleAdjusted.current = onAdjusted
  const ids = items.map((item) => item.product_id).join('\n')

  useEffect(() => {
    for (const id of ids === '' ? [] : ids.split('\n')) {
      if (asked.current.has(id)) continue
      asked.current.add(id)
      freshStock(queryClient, api, id)
        .then((fresh) => {
          const stillThere = currentCart().some((item) => item.product_id === id)
          if (fresh !== null && stillThere && refreshCart([fresh])) handleAdjusted.current()
        })
        .catch((error: unknown) => console.info('The stock of a cart item could not be refreshed', error))
    }
  }, [ids, api, queryClient])
}

/** A product as it is today; one that is gone has no stock, an answer that cannot be read says nothing. */
async function freshStock(queryClient: QueryClient, api: Api, id: string): Promise<FreshStock | null> {
  const answer = await queryClient.fetchQuery({ ...productQuery(api, id), staleTime: 0 })
  if (answer.kind === 'invalid') return null
  if (answer.kind === 'missing') return { product_id: id, stock_quantity: 0 }
  const { stock_quantity, pictures, color, size, price_cents } = answer.product
  return {
    product_id: id,
    stock_quantity,
    picture: stillPicture(pictures),
    color,
    size,
    price_today_cents: price_cents,
  }
}
