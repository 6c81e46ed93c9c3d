import { cartCalls, type ProductQuantity } from '@shop/contract/checkout/cart'
import { originalId } from '@shop/contract/http/coercion'
import { useApi } from '../data/api.tsx'
import { useSend } from '../data/use-send.ts'
import { forwardedState } from '../links/shop-link.tsx'
import { POPUP_TIMER_MS, showPopup } from '../popups/popup-store.ts'
import { useLocation, useNavigate } from '../router/router.tsx'
import { useSlow } from '../ui/slow-note.tsx'
import { type CartItem, findBlockingItem, wasCutSince } from './cart.ts'
import { applyCheck, currentCart } from './cart-store.ts'
import type { StockRefresh } from './use-stock-refresh.ts'

/**
 * Proceed to Checkout: no line of quantity 0, and none whose product is missing, before and after the stock check, and a check without adjustments. A
 * failed check is logged and does not block (R15).
 */
export function useProceed({ refresh, onAdjusted }: { refresh: Refresh; onAdjusted: () => void }) {
  const api = useApi()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { isPending, send } = useSend(() =>
    checkStock({
      post: (lines, signal) => {
        const items = lines.map((line) => ({ product_id: originalId(line), quantity: line.quantity }))
        return api.call(cartCalls.validateStock, { body: { items } }, { signal })
      },
      refresh,
    }),
  )
  const slow = useSlow(isPending)

  function proceed(): void {
    if (isBlocked()) return
    const { pathname } = window.location
    void send(undefined, {
      onSuccess: (adjusted) => {
        // A visitor who is leaving the page is not redirected, also while the checkout's code is still loading.
        if (window.location.pathname !== pathname) return
        if (adjusted) onAdjusted()
        if (!isBlocked() && !adjusted) navigate('/checkout', { state: forwardedState(state) })
      },
    })
  }

  return { checking: isPending ? (slow ? ('slow' as const) : ('yes' as const)) : ('no' as const), proceed }
}

function isBlocked(): boolean {
  const item = findBlockingItem(currentCart())
  if (item === null) return false
  const reason = item.missing ? 'is not available now.' : 'has a quantity of 0.'
  const text = `Cannot proceed to checkout. "${item.product_name}" ${reason}`
  showPopup({ kind: 'error', text, timer: POPUP_TIMER_MS, button: 'Close', place: 'bottom' })
  return true
}

/** Milliseconds after which a refresh or check counts as failed. */
export const CHECK_TIMEOUT_MS = 10_000

export type StockCheckCalls = {
  /** Posts the quantities and returns what the stock allows. */
  post: (lines: readonly CartItem[], signal: AbortSignal) => Promise<ProductQuantity[]>
  refresh: Refresh
}
type Refresh = Pick<StockRefresh, 'settled' | 'lookAgain'>

/**
 * Checks the current cart, concurrently with any refresh, and caps quantities. Returns whether either of them adjusted
 * anything. A failed check adjusts nothing and is logged (R15). A product that the check allows none of is requested again:
 * it may be missing, and its line keeps its quantity then (R14).
 */
export async function checkStock({ post, refresh }: StockCheckCalls): Promise<boolean> {
  const posted = currentCart()
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), CHECK_TIMEOUT_MS)
  const over = new Promise<void>((resolve) => timeout.signal.addEventListener('abort', () => resolve()))
  const [allowed] = await Promise.all([
    post(posted, timeout.signal).catch((error: unknown) => {
      console.info('The stock could not be checked', error)
      return []
    }),
    Promise.race([refresh.settled(), over]),
  ])
  const gone = allowed.filter(({ quantity }) => quantity === 0).map(({ product_id }) => product_id)
  if (gone.length > 0) await Promise.race([refresh.lookAgain(gone), over])
  clearTimeout(timer)
  const short = applyCheck(posted, allowed)
  return short || wasCutSince(posted, currentCart())
}
