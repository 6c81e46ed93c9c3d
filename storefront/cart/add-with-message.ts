import { POPUP_TIMER_MS, showPopup } from '../popups/popup-store.ts'
import { type AddableProduct, type AddToCartError, CART_FULL, checkAddToCart } from './cart.ts'
import { addProduct, currentCart } from './cart-store.ts'

/**
 * Adds one and says so, then says when that reached the limit (R41); or says why nothing was added. Returns why no
 * more can be added now, `null` when more can.
 */
export function addWithMessage(product: AddableProduct): AddToCartError | null {
  const error = addProduct(product)
  if (error === null) {
    const text = 'Product added to cart.'
    showPopup({ kind: 'success', text, timer: POPUP_TIMER_MS, button: 'Close', staysOnNavigation: true })
  }
  // From the cart as it is now: more clicks may have come since the page was drawn.
  const next = error ?? checkAddToCart(currentCart(), product)
  if (next?.code === 'full' && error !== null) showCartFull()
  if (next?.code === 'limit') {
    showPopup({ kind: 'info', text: next.message, timer: POPUP_TIMER_MS, button: 'Close' })
  }
  // Any other error stands beside the button already.
  return next
}

/** Another line has no place in the cart (R11). */
export function showCartFull(): void {
  showPopup({ kind: 'error', text: CART_FULL.message, timer: POPUP_TIMER_MS, button: 'Close' })
}
