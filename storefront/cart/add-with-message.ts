import { createElement } from 'react'
import { POPUP_TIMER_MS, showPopup } from '../popups/popup-store.ts'
import { countDemand } from '../visits/count-demand.ts'
import { AddedReceipt } from './added-receipt.tsx'
import { type AddableProduct, type AddToCartError, CART_FULL, checkAddToCart } from './cart.ts'
import { addProduct, currentCart } from './cart-store.ts'

/**
 * Adds one unit and shows that, then that the limit is reached (R41), or why nothing was added. Returns why no more can
 * be added now, `null` when more can. `picture` is shown with the confirmation.
 */
export function addWithMessage(product: AddableProduct, picture: string | null = null): AddToCartError | null {
  const error = addProduct(product)
  if (error === null) {
    countDemand('add', product.product_id)
    const text = 'Product added to cart.'
    const detail = createElement(AddedReceipt, { product_id: product.product_id, picture })
    showPopup({ kind: 'success', text, detail, timer: POPUP_TIMER_MS, button: 'Close', staysOnNavigation: true })
  }
  // From the current cart: there may have been more clicks since the last render.
  const next = error ?? checkAddToCart(currentCart(), product)
  if (next?.code === 'full' && error !== null) showCartFull()
  if (next?.code === 'limit') {
    showPopup({ kind: 'info', text: next.message, timer: POPUP_TIMER_MS, button: 'Close' })
  }
  // Other errors are shown beside the button already.
  return next
}

/** Shows that the cart cannot hold another line (R11). */
export function showCartFull(): void {
  showPopup({ kind: 'error', text: CART_FULL.message, timer: POPUP_TIMER_MS, button: 'Close' })
}
