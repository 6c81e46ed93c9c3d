import type { Product } from '@shop/contract/catalog'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Price } from '../catalog/price.tsx'
import { StockLabel } from '../catalog/stock-label.tsx'

type AddToCartBarProps = {
  product: Product
  /** The page's own button; the bar is shown while that is out of sight. */
  button: RefObject<HTMLElement | null>
  /** Why nothing more can be added. */
  note: string | undefined
  /** The bar's button. */
  children: ReactNode
}

/** On small screens: name, price, stock and button at the bottom of the window, except where they would cover the footer. */
export function AddToCartBar({ product, button, note, children }: AddToCartBarProps) {
  const wanted = useOutOfSight(button)
  const [hasFocus, setHasFocus] = useState(false)
  if (!wanted && !hasFocus) return null
  return (
    <section
      aria-label="Add to Cart"
      // The bar stays while a keyboard's focus is in it, which would be lost.
      onFocus={({ target }) => setHasFocus(target.matches(':focus-visible'))}
      onBlur={() => setHasFocus(false)}
      className="add-bar rise fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-line bg-card px-4 lg:hidden print:hidden"
    >
      <div className="min-w-0 flex-1 text-sm leading-tight">
        <p className="truncate font-medium">{product.product_name}</p>
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

/** True while neither the element nor the footer is in the window. */
function useOutOfSight(ref: RefObject<HTMLElement | null>): boolean {
  const [outOfSight, setOutOfSight] = useState(false)
  useEffect(() => {
    const shown = new Set<Element>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) shown.add(target)
        else shown.delete(target)
      }
      setOutOfSight(shown.size === 0)
    })
    for (const element of [ref.current, document.querySelector('footer')]) if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return outOfSight
}
