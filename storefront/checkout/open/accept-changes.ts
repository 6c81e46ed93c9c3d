import type { QueryClient } from '@tanstack/react-query'
import type { CartItem } from '../../cart/cart.ts'
import { currentCart, refreshCart, removeProduct, replaceLine } from '../../cart/cart-store.ts'
import { productQuery } from '../../catalog/catalog.queries.ts'
import type { Api } from '../../data/api.tsx'
import type { LineChange } from './order-request.ts'

type Shop = { api: Api; queryClient: QueryClient }

/**
 * Brings the cart to what the shop sells today, so the page shows the new sums and the next press sends them. The last
 * line is never removed: the page would say that the cart is empty, and not why; `false` then.
 */
export async function acceptChanges(
  shop: Shop,
  items: readonly CartItem[],
  changes: readonly LineChange[],
): Promise<boolean> {
  let isLeft = true
  for (const { index, change } of changes) {
    const item = items[index]
    if (item !== undefined && !(await acceptChange(shop, item.product_id, change))) isLeft = false
  }
  await shop.queryClient.invalidateQueries({ queryKey: ['delivery-options'] })
  await shop.queryClient.invalidateQueries({ queryKey: ['sales-tax'] })
  return isLeft
}

/** `false` when nothing is left to order. */
async function acceptChange(
  { api, queryClient }: Shop,
  productId: string,
  change: LineChange['change'],
): Promise<boolean> {
  const query = { ...productQuery(api, productId), staleTime: 0, retry: false }
  const result = await queryClient.fetchQuery(query).catch(() => null)
  const product = result?.kind === 'found' ? result.product : null
  const line = currentCart().find(({ product_id }) => product_id === productId)
  if (line === undefined) return true
  const stock = product?.stock_quantity ?? 0
  if (change === 'gone' || (change === 'stock' && stock === 0)) {
    if (currentCart().length <= 1) return false
    removeProduct(productId)
  } else if (change === 'stock') refreshCart([{ product_id: productId, stock_quantity: stock }])
  else if (product !== null && product.price_cents !== null) replaceLine({ ...line, price_cents: product.price_cents })
  return true
}
