import type { FreshStock } from './cart.ts'
import { currentCart, refreshCart } from './cart-store.ts'

/** The refresh of the cart page: one product call per item (R12). */
export type StockRefresh = {
  /** Requests each product that was not requested yet. */
  request: (productIds: readonly string[]) => void
  /** Resolves once no call is running; never rejects. */
  settled: () => Promise<void>
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
      // If a line was removed meanwhile, it is requested again when it is restored.
      if (!currentCart().some((item) => item.product_id === id)) requested.delete(id)
      else if (fresh !== null && refreshCart([fresh])) onAdjusted()
    } catch (error) {
      console.info('The stock of a cart item could not be refreshed', error)
    }
  }

  return {
    request(productIds) {
      for (const id of productIds) {
        if (requested.has(id)) continue
        requested.add(id)
        const call = refresh(id).then(() => {
          pending.delete(call)
        })
        pending.add(call)
      }
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
