import { formatMoney } from '@shop/contract/money'
import { createElement } from 'react'
import { ShopLink } from '../links/shop-link.tsx'
import { SmallPhoto } from '../pictures/photo.tsx'
import { POPUP_TIMER_MS, showPopup } from '../popups/popup-store.ts'
import { CLEAR_LINK, TALL_LINK } from '../ui/button.tsx'
import { countDemand } from '../visits/count-demand.ts'
import { type AddableProduct, type AddToCartError, CART_FULL, checkAddToCart } from './cart.ts'
import { addProduct, currentCart, useCart } from './cart-store.ts'

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
    // In the cart it would cover the total.
    const stays = { staysOnNavigation: true, closesAt: '/cart' }
    showPopup({ kind: 'success', text, detail, timer: POPUP_TIMER_MS, button: 'Close', ...stays })
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

type AddedReceiptProps = {
  product_id: string
  picture: string | null
}

/** Shown below 'Product added to cart.': the product's picture and quantity, and the cart's subtotal and link. */
function AddedReceipt({ product_id, picture }: AddedReceiptProps) {
  const { items, totals } = useCart()
  const item = items.find((one) => one.product_id === product_id)
  return (
    <div className="mt-2 flex items-center gap-2 sm:gap-3">
      <span className="max-sm:hidden">
        <SmallPhoto src={picture} alt="" name={item?.product_name} size={48} />
      </span>
      <div className="text-sm text-ink-soft tabular-nums">
        <p>
          Quantity {item?.quantity ?? 0}
          <br />
          Subtotal {formatMoney(totals.totalPriceCents)}
        </p>
        <ShopLink to="/cart" className={`${TALL_LINK} ${CLEAR_LINK}`}>
          Review Cart
        </ShopLink>
      </div>
    </div>
  )
}
