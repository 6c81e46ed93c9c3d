import type { FreshStock } from './cart.ts'
import { currentCart, refreshCart } from './cart-store.ts'

/** The refresh of a cart page: one product call per item (R12). */
export type StockRefresh = {
  /** Asks for each product that was not asked for yet. */
  ask: (productIds: readonly string[]) => void
  /** Fulfilled once no call is under way; never rejects. */
  settled: () => Promise<void>
}

/**
 * Each answer is merged as it comes, into the cart as it is then (R39), and `onAdjusted` is called when it cut a
 * quantity. `fetchStock` answers `null` where nothing can be said; where it fails, the line stays as it is.
 */
export function createStockRefresh(
  fetchStock: (productId: string) => Promise<FreshStock | null>,
  onAdjusted: () => void,
): StockRefresh {
  const asked = new Set<string>()
  const pending = new Set<Promise<void>>()

  async function refresh(id: string): Promise<void> {
    try {
      const fresh = await fetchStock(id)
      // A line that was removed meanwhile is asked for again if it comes back.
      if (!currentCart().some((item) => item.product_id === id)) asked.delete(id)
      else if (fresh !== null && refreshCart([fresh])) onAdjusted()
    } catch (error) {
      console.info('The stock of a cart item could not be refreshed', error)
    }
  }

  return {
    ask(productIds) {
      for (const id of productIds) {
        if (asked.has(id)) continue
        asked.add(id)
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
