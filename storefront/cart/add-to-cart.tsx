import type { Product } from '@shop/contract/catalog/calls'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Price, StockLabel } from '../catalog/price.tsx'
import { firstPhoto } from '../catalog/product.ts'
import { useApi } from '../data/api.tsx'
import { ButtonLink } from '../links/shop-link.tsx'
import { Button } from '../ui/button.tsx'
import { addWithMessage } from './add-with-message.tsx'
import { checkAddToCart } from './cart.ts'
import { useCart } from './cart-store.ts'

const NOTE_ID = 'add-to-cart-note'
const TELL_ME = 'Tell me when it’s back'

/**
 * Add to Cart and Review Cart. The reason why nothing more can be added is shown beside the button (R41). A full cart
 * does not disable it; the click shows a message instead (R11). Of a product that is sold out, where the shop can tell that it is
 * back, that stands first. On small screens a bar has the first button while it is out of sight.
 */
export function AddToCart({ product }: { product: Product }) {
  const { items } = useCart()
  const { baseUrl } = useApi()
  const button = useRef<HTMLDivElement>(null)
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
    onClick: handleAdd,
  }
  const tellMe = product.stock_quantity <= 0 && baseUrl === '' ? tellMePath(product) : null
  const add = (
    <Button className="w-full" {...action}>
      Add to Cart
    </Button>
  )
  return (
    <div>
      <div className={`stacked grid gap-3 ${tellMe === null ? 'sm:max-lg:grid-cols-2' : 'grid-cols-2'}`}>
        <div ref={button} className={tellMe === null ? '' : 'col-span-2'}>
          {tellMe === null ? (
            add
          ) : (
            <ButtonLink to={tellMe} className="w-full">
              {TELL_ME}
            </ButtonLink>
          )}
        </div>
        {tellMe !== null && add}
        <ButtonLink to="/cart" variant="outline">
          Review Cart
        </ButtonLink>
      </div>
      <p ref={message} id={NOTE_ID} tabIndex={-1} className="mt-3 text-sm font-medium text-ink empty:hidden">
        {error?.message}
      </p>
      <AddToCartBar
        product={product}
        button={button}
        label={tellMe === null ? 'Add to Cart' : TELL_ME}
        note={error?.message}
      >
        {tellMe === null ? (
          <Button className="shrink-0" aria-label={`Add to Cart: ${product.product_name}`} {...action}>
            Add to Cart
          </Button>
        ) : (
          <ButtonLink to={tellMe} className="max-w-40 shrink-0">
            {TELL_ME}
          </ButtonLink>
        )}
      </AddToCartBar>
    </div>
  )
}

/** Where a shopper asks to be emailed once it is back. */
function tellMePath({ product_id }: Product): `/tell-me?${string}` {
  return `/tell-me?product=${encodeURIComponent(product_id)}`
}

type AddToCartBarProps = {
  product: Product
  /** The page's own button; the bar is shown while that is out of sight. */
  button: RefObject<HTMLElement | null>
  label: string
  note: string | undefined
  children: ReactNode
}

/**
 * On small screens: the button at the bottom of the window, except where it would cover the footer; with name, price and stock
 * once the page's own are out of sight.
 */
function AddToCartBar({ product, button, label, note, children }: AddToCartBarProps) {
  const { button: isButtonAway, heading: isHeadingAway } = useOutOfSight(button)
  const wanted = isButtonAway
  const [hasFocus, setHasFocus] = useState(false)
  const isShown = wanted || hasFocus
  if (!isShown) return null
  return (
    <section
      ref={markRoot}
      aria-label={label}
      // The bar stays while a keyboard's focus is in it, which would be lost.
      onFocus={({ target }) => setHasFocus(target.matches(':focus-visible'))}
      onBlur={() => setHasFocus(false)}
      className="add-bar rise fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-line bg-card px-(--gutter) lg:hidden print:hidden"
    >
      <div className={isHeadingAway ? 'min-w-0 flex-1 text-sm leading-tight' : 'sr-only'}>
        <p className="line-clamp-2 font-medium">{product.product_name}</p>
        <div className="flex flex-wrap gap-x-3">
          <p className="tabular-nums">
            <Price price={product.price_cents} regular={product.regular_price_cents} />
          </p>
          {note === undefined ? <StockLabel stock={product.stock_quantity} /> : <p className="truncate">{note}</p>}
        </div>
      </div>
      {children}
    </section>
  )
}

/** While the bar is shown. A selector with `:has(.add-bar)` would have the styles of the whole page computed on its way to the next one. */
function markRoot(): () => void {
  const { dataset } = document.documentElement
  dataset.addBar = ''
  return () => void delete dataset.addBar
}

/** `button`: neither the button nor the footer is in the window; `heading`: nor is the page's heading. */
function useOutOfSight(ref: RefObject<HTMLElement | null>): { button: boolean; heading: boolean } {
  const [away, setAway] = useState({ button: false, heading: false })
  useEffect(() => {
    const shown = new Set<Element>()
    const heading = document.querySelector('h1')
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) shown.add(target)
        else shown.delete(target)
      }
      const isHeadingShown = heading !== null && shown.has(heading)
      setAway({ button: shown.size === (isHeadingShown ? 1 : 0), heading: !isHeadingShown })
    })
    for (const element of [ref.current, heading, document.querySelector('footer')])
      if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return away
}
