import type { ProductQuantity } from '@shop/contract/cart'
import { wasCutSince } from './cart.ts'
import { applyCheck, currentCart } from './cart-store.ts'

/** Milliseconds after which a refresh or check counts as failed. */
export const CHECK_TIMEOUT_MS = 10_000

export type StockCheckCalls = {
  /** Posts the quantities and returns what the stock allows. */
  post: (quantities: ProductQuantity[], signal: AbortSignal) => Promise<ProductQuantity[]>
  /** Resolves once no refresh of the cart is running. */
  refreshed: () => Promise<void>
}

/**
 * Checks the current cart, concurrently with any refresh, and caps quantities. Returns whether either of them adjusted
 * anything. A failed check adjusts nothing and is logged (R15).
 */
export async function checkStock({ post, refreshed }: StockCheckCalls): Promise<boolean> {
  const posted = currentCart().map(({ product_id, quantity }) => ({ product_id, quantity }))
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), CHECK_TIMEOUT_MS)
  const over = new Promise<void>((resolve) => timeout.signal.addEventListener('abort', () => resolve()))
  const [allowed] = await Promise.all([
    post(posted, timeout.signal).catch((error: unknown) => {
      console.info('The stock could not be checked', error)
      return []
    }),
    Promise.race([refreshed(), over]),
  ])
  clearTimeout(timer)
  const short = applyCheck(posted, allowed)
  return short || wasCutSince(posted, currentCart())
}
