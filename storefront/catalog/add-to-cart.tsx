import { lineLimit, quantityInCart } from '@shop/contract/cart'
import type { Product } from '@shop/contract/catalog'
import { useRef } from 'react'
import { addProduct, useCart } from '../cart/cart-store.ts'
import { ShopLink } from '../lib/shop-link.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { preloadPopups } from '../ui/popup-region.tsx'
import { POPUP_TIMER_MS, showPopup } from '../ui/popup-store.ts'

/** Add to Cart and Review Cart. The limit is the lesser of stock and 10 (section 5). The message stays beside the button (R41). */
export function AddToCart({ product }: { product: Product }) {
  const { items } = useCart()
  const message = useRef<HTMLParagraphElement>(null)
  const limit = lineLimit(product.stock_quantity)
  const soldOut = product.stock_quantity <= 0
  const atLimit = !soldOut && quantityInCart(items, product.product_id) >= limit
  const limitText = `Max ${limit} items allowed`

  function handleAdd(): void {
    if (!addProduct(product)) return
    showPopup({ kind: 'success', text: 'Product added to cart.', timer: POPUP_TIMER_MS, button: 'Close' })
    if (quantityInCart(items, product.product_id) + 1 < limit) return
    showPopup({ kind: 'info', text: limitText, timer: POPUP_TIMER_MS, button: 'Close' })
    // The button is about to be disabled and would drop the focus.
    requestAnimationFrame(() => message.current?.focus())
  }

  return (
    <div>
      <Button
        className="w-full"
        disabled={soldOut || atLimit || product.price_cents === null}
        aria-describedby="add-to-cart-note"
        onPointerEnter={preloadPopups}
        onFocus={preloadPopups}
        onClick={handleAdd}
      >
        Add to Cart
      </Button>
      <ShopLink to="/cart" className={`${buttonClass('outline')} mt-3 w-full`}>
        Review Cart
      </ShopLink>
      <p ref={message} id="add-to-cart-note" tabIndex={-1} className="mt-3 text-sm font-medium text-ink empty:hidden">
        {atLimit && limitText}
        {soldOut && 'Sold Out'}
        {!soldOut && product.price_cents === null && 'This product has no price yet, so it cannot be added.'}
      </p>
    </div>
  )
}
