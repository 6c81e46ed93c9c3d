import { blockingItem, type CartItem, validateStockEndpoint } from '@shop/contract/cart'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../lib/api.tsx'
import { forwardedState } from '../lib/guest.ts'
import { useLocation, useNavigate } from '../lib/router.tsx'
import { POPUP_TIMER_MS, showPopup } from '../ui/popup-store.ts'
import { currentCart } from './cart-store.ts'
import { checkStock } from './stock-check.ts'

/** After so many milliseconds the shopper is told that it takes longer (R50). */
const SLOW_MS = 3000

export type Proceed = {
  /** `slow`: the check is under way for longer than it should be. */
  checking: 'no' | 'yes' | 'slow'
  proceed: () => Promise<void>
}

/**
 * Proceed to Checkout: no item of quantity 0, before the stock check and after it, and a check that adjusts nothing
 * (section 4). A check that fails adjusts nothing, is logged, and lets the shopper go on (R15).
 */
export function useProceed({ refreshed, onAdjusted }: { refreshed: () => Promise<void>; onAdjusted: () => void }) {
  const api = useApi()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [checking, setChecking] = useState<Proceed['checking']>('no')
  const busy = useRef(false)
  const left = useRef(false)

  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  useEffect(() => {
    if (checking !== 'yes') return
    const timer = setTimeout(() => setChecking('slow'), SLOW_MS)
    return () => clearTimeout(timer)
  }, [checking])

  async function proceed(): Promise<void> {
    if (isBlocked() || busy.current) return
    busy.current = true
    setChecking('yes')
    const { pathname } = window.location
    const adjusted = await checkStock({
      post: (items, signal) => api.call(validateStockEndpoint, { body: { items } }, { signal }),
      refreshed,
    })
    busy.current = false
    setChecking('no')
    // Who went elsewhere in the meantime is not called back, also while the code of that page is still under way.
    if (left.current || window.location.pathname !== pathname) return
    if (adjusted) onAdjusted()
    if (!isBlocked() && !adjusted) navigate('/checkout', { state: forwardedState(state) })
  }

  return { checking, proceed } satisfies Proceed
}

/** Says which line has a quantity of 0, if one has. */
function isBlocked(): boolean {
  const item = blockingItem(currentCart())
  if (item !== null) tellBlocking(item)
  return item !== null
}

function tellBlocking({ product_name }: CartItem): void {
  const text = `Cannot proceed to checkout. "${product_name}" has a quantity of 0.`
  showPopup({ kind: 'error', text, timer: POPUP_TIMER_MS, button: 'Close', place: 'bottom' })
}
