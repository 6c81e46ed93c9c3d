import { blockingItem, validateStockEndpoint } from '@shop/contract/cart'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../lib/api.tsx'
import { forwardedState } from '../lib/guest.ts'
import { useLocation, useNavigate } from '../lib/router.tsx'
import { POPUP_TIMER_MS, showPopup } from '../ui/popup-store.ts'
import { applyCheck, currentCart } from './cart-store.ts'

/** A stock check that takes longer counts as failed, in milliseconds: nobody waits for ever at the door. */
const CHECK_TIMEOUT_MS = 10_000

/**
 * Proceed to Checkout: no item of quantity 0, and a stock check that adjusts nothing (section 4). A check that fails
 * adjusts nothing, is logged, and lets the shopper go on (R15).
 */
export function useProceed(onAdjusted: () => void): { busy: boolean; proceed: () => Promise<void> } {
  const api = useApi()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [busy, setBusy] = useState(false)
  const left = useRef(false)

  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  async function isAdjusted(): Promise<boolean> {
    const items = currentCart().map(({ product_id, quantity }) => ({ product_id, quantity }))
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
    try {
      return applyCheck(await api.call(validateStockEndpoint, { body: { items } }, { signal }))
    } catch (error) {
      console.info('The stock could not be checked', error)
      return false
    }
  }

  async function proceed(): Promise<void> {
    const blocking = blockingItem(currentCart())
    if (blocking !== null) {
      const text = `Cannot proceed to checkout. "${blocking.product_name}" has a quantity of 0.`
      showPopup({ kind: 'error', text, timer: POPUP_TIMER_MS, button: 'Close' })
      return
    }
    if (busy) return
    setBusy(true)
    const { pathname } = window.location
    const adjusted = await isAdjusted()
    setBusy(false)
    // Who went elsewhere in the meantime is not called back, also while the code of that page is still under way.
    if (left.current || window.location.pathname !== pathname) return
    if (adjusted) onAdjusted()
    else navigate('/checkout', { state: forwardedState(state) })
  }

  return { busy, proceed }
}
