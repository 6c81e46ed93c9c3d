import type { Product } from '@shop/contract/catalog/calls'
import type { Picture } from '@shop/contract/catalog/pictures'
import { type Cents, lineTotal } from '@shop/contract/money'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { productQuery } from '../catalog/catalog.queries.ts'
import { Price } from '../catalog/price.tsx'
import { firstPhoto } from '../catalog/product.ts'
import { type Api, useApi } from '../data/api.tsx'
import type { CartItem } from './cart.ts'

/** The shown fields of a line's product that are not stored with the cart (R12); `null` while it is not known. */
export type LineProduct = {
  picture: Picture | null
  color: string | null
  size: string | null
  /** Today's price, shown beside the one of the day it was added when it is another (R39). */
  price_cents: Cents | null
  /** Above today's price while it is on sale, `null` otherwise. */
  regular_price_cents: Cents | null
}

const UNKNOWN_PRODUCT: LineProduct = {
  picture: null,
  color: null,
  size: null,
  price_cents: null,
  regular_price_cents: null,
}

/** The product of a cart line, from the query cache; one that is not there is fetched once. */
export function useLineProduct(productId: string): LineProduct {
  const { data } = useQuery({ ...productQuery(useApi(), productId), staleTime: Number.POSITIVE_INFINITY })
  return data?.kind === 'found' ? lineProduct(data.product) : UNKNOWN_PRODUCT
}

/** The product of a cart line outside of rendering, as far as the query cache knows it. */
export function cachedLineProduct(queryClient: QueryClient, api: Api, productId: string): LineProduct {
  const data = queryClient.getQueryData(productQuery(api, productId).queryKey)
  return data?.kind === 'found' ? lineProduct(data.product) : UNKNOWN_PRODUCT
}

/** A line shows a still picture, the product's first. */
export function lineProduct(product: Product): LineProduct {
  const { pictures, color, size, price_cents, regular_price_cents } = product
  return { picture: firstPhoto(pictures), color, size, price_cents, regular_price_cents }
}

/** The price of a line, in the cart and at the checkout. */
export function LinePrice({ item, product }: { item: CartItem; product: LineProduct }) {
  return <Price price={lineTotal(item)} regular={regularLineTotal(item, product)} />
}

/** The cost of a line without the sale in which it was added; `null` without one. */
export function regularLineTotal(
  { price_cents, quantity }: Pick<CartItem, 'price_cents' | 'quantity'>,
  today: Pick<LineProduct, 'price_cents' | 'regular_price_cents'>,
): Cents | null {
  if (today.regular_price_cents === null || today.price_cents !== price_cents) return null
  return today.regular_price_cents * quantity
}
