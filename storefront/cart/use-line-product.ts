import { isVideo, type Product } from '@shop/contract/catalog'
import type { Cents } from '@shop/contract/money'
import type { Picture } from '@shop/contract/pictures'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { productQuery } from '../catalog/catalog.queries.ts'
import { type Api, useApi } from '../data/api.tsx'

/** What is shown of a line's product and is not stored with the cart (R12); `null` while it is not known. */
export type LineProduct = {
  picture: Picture | null
  color: string | null
  size: string | null
  /** Today's price, shown beside the one of the day it was added when it is another (R39). */
  price_cents: Cents | null
}

const UNKNOWN: LineProduct = { picture: null, color: null, size: null, price_cents: null }

/** The product of a cart line, from the query cache; one that is not there is asked for once. */
export function useLineProduct(productId: string): LineProduct {
  const { data } = useQuery({ ...productQuery(useApi(), productId), staleTime: Number.POSITIVE_INFINITY })
  return data?.kind === 'found' ? lineProduct(data.product) : UNKNOWN
}

/** The same outside of rendering, as far as the query cache knows it. */
export function cachedLineProduct(queryClient: QueryClient, api: Api, productId: string): LineProduct {
  const data = queryClient.getQueryData(productQuery(api, productId).queryKey)
  return data?.kind === 'found' ? lineProduct(data.product) : UNKNOWN
}

/** A line shows a still picture, the product's first. */
export function lineProduct({ pictures, color, size, price_cents }: Product): LineProduct {
  return { picture: pictures.find(({ src }) => !isVideo(src)) ?? null, color, size, price_cents }
}
