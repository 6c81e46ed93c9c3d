import { MAX_CART_LINES } from '@shop/contract/cart'
import { POPUP_TIMER_MS, showPopup } from '../popups/popup-store.ts'
import { type Addable, type AddToCartError, lineLimit, quantityInCart } from './cart.ts'
import { addProduct, currentCart } from './cart-store.ts'

/** Why a product cannot be added, in words. `n` is the most its line may hold. */
const REFUSALS: Record<AddToCartError, (n: number) => string> = {
  'no-name': () => 'This product has no name yet, so it cannot be added.',
  'no-price': () => 'This product has no price yet, so it cannot be added.',
  'sold-out': () => 'Sold Out',
  limit: (n) => `Max ${n} items allowed`,
  full: () => `Your cart holds ${MAX_CART_LINES} different products, the most it can. Remove one to add another.`,
}

export function refusalText(refusal: AddToCartError, product: Pick<Addable, 'stock_quantity'>): string {
  return REFUSALS[refusal](lineLimit(product.stock_quantity))
}

/** Adds one and says so, then says when that reached the limit (R41); or says why nothing was added. */
export function addWithMessage(product: Addable): void {
  const refusal = addProduct(product)
  if (refusal === 'full') tellCartFull()
  // What else is refused stands beside the button already.
  if (refusal !== null && refusal !== 'limit') return
  if (refusal === null) {
    const text = 'Product added to cart.'
    showPopup({ kind: 'success', text, timer: POPUP_TIMER_MS, button: 'Close', staysOnNavigation: true })
  }
  // From the cart as it is now: more clicks may have come since the page was drawn.
  if (quantityInCart(currentCart(), product.product_id) >= lineLimit(product.stock_quantity)) {
    showPopup({ kind: 'info', text: refusalText('limit', product), timer: POPUP_TIMER_MS, button: 'Close' })
  }
}

/** Another line has no place in the cart (R11). */
export function tellCartFull(): void {
  showPopup({ kind: 'error', text: REFUSALS.full(0), timer: POPUP_TIMER_MS, button: 'Close' })
}
