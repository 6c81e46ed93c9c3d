import type { Product } from '@shop/contract/catalog'
import { useRef } from 'react'
import { firstPhoto } from '../catalog/photos.ts'
import { ShopLink } from '../links/shop-link.tsx'
import { preloadPopups } from '../popups/popup-region.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { AddToCartBar } from './add-to-cart-bar.tsx'
import { addWithMessage } from './add-with-message.ts'
import { checkAddToCart } from './cart.ts'
import { useCart } from './cart-store.ts'

const NOTE_ID = 'add-to-cart-note'

/**
 * Add to Cart and Review Cart. The reason why nothing more can be added is shown beside the button (R41). A full cart
 * does not disable it; the click shows a message instead (R11). On small screens a bar has the button while it is out
 * of sight.
 */
export function AddToCart({ product }: { product: Product }) {
  const { items } = useCart()
  const button = useRef<HTMLButtonElement>(null)
  const message = useRef<HTMLParagraphElement>(null)
  const error = checkAddToCart(items, product)

  function handleAdd(): void {
    const picture = firstPhoto(product.pictures)?.src ?? null
    // The button is about to be disabled and would lose focus.
    if (addWithMessage(product, picture) !== null)
      requestAnimationFrame(() => message.current?.focus({ preventScroll: true }))
  }

  const action = {
    disabled: error !== null && error.code !== 'full',
    'aria-describedby': NOTE_ID,
    onPointerEnter: preloadPopups,
    onFocus: preloadPopups,
    onClick: handleAdd,
  }
  return (
    <div>
      <Button ref={button} className="w-full" {...action}>
        Add to Cart
      </Button>
      <ShopLink to="/cart" className={`${buttonClass('outline')} mt-3 w-full`}>
        Review Cart
      </ShopLink>
      <p ref={message} id={NOTE_ID} tabIndex={-1} className="mt-3 text-sm font-medium text-ink empty:hidden">
        {error?.message}
      </p>
      <AddToCartBar product={product} button={button} note={error?.message}>
        <Button className="shrink-0" aria-label={`Add to Cart: ${product.product_name}`} {...action}>
          Add to Cart
        </Button>
      </AddToCartBar>
    </div>
  )
}
