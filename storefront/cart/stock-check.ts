import type { ProductQuantity } from '@shop/contract/cart'
import { wasCutSince } from './cart.ts'
import { applyCheck, currentCart } from './cart-store.ts'

/** A refresh or a check that takes longer counts as failed, in milliseconds. */
export const CHECK_TIMEOUT_MS = 10_000

export type StockCheckCalls = {
  /** Posts the quantities and answers with what the stock allows. */
  post: (quantities: ProductQuantity[], signal: AbortSignal) => Promise<ProductQuantity[]>
  /** Fulfilled once no refresh of the cart is under way. */
  refreshed: () => Promise<void>
}

/**
 * Checks the cart as it is now, beside any refresh that is under way, and caps what is short. Answers whether anything
 * was adjusted meanwhile, by either. A check that fails adjusts nothing and is logged (R15).
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
