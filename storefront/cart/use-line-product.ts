import type { Product } from '@shop/contract/catalog'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { productQuery } from '../catalog/catalog.queries.ts'
import { type Api, useApi } from '../data/api.tsx'

/**
 * The product of a cart line, for its picture, color, size and today's price, which are not stored with the cart (R12).
 * From the query cache; a product that is not there is asked for once. `null` until it arrived, and when it is gone.
 */
export function useLineProduct(productId: string): Product | null {
  const { data } = useQuery({ ...productQuery(useApi(), productId), staleTime: Number.POSITIVE_INFINITY })
  return data?.kind === 'found' ? data.product : null
}

/** The same outside of rendering, as far as the query cache knows it. */
export function cachedProduct(queryClient: QueryClient, api: Api, productId: string): Product | null {
  const data = queryClient.getQueryData(productQuery(api, productId).queryKey)
  return data?.kind === 'found' ? data.product : null
}
