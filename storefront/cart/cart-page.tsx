import type { CartItem } from '@shop/contract/cart'
import { formatMoney } from '@shop/contract/money'
import { useCallback, useEffect, useRef, useState } from 'react'
import { shop } from '../../shop.config.ts'
import { PausedNote } from '../contact/inquiry-link.tsx'
import { PageMeta } from '../layout/page-meta.tsx'
import { useCartAsSubject } from '../layout/page-subject.ts'
import { useBack } from '../lib/back.ts'
import { ShopLink } from '../lib/shop-link.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { NeedsScript } from '../ui/needs-script.tsx'
import { CartLine } from './cart-line.tsx'
import { removeProduct, restoreLine, useCart } from './cart-store.ts'
import { DeliveryMeter } from './delivery-meter.tsx'
import { useProceed } from './use-proceed.ts'
import { useStockRefresh } from './use-stock-refresh.ts'

/** How long the stock-adjusted banner shows (section 9), in milliseconds. */
const BANNER_MS = 3000

type Removed = { line: CartItem; index: number }

/** The shopping cart (section 2). */
export function Page() {
  const { items, totals, restored } = useCart()
  const [banner, showBanner] = useAdjustedBanner()
  const [removed, setRemoved] = useState<Removed | null>(null)
  const page = useRef<HTMLDivElement>(null)
  useStockRefresh(items, showBanner)
  useCartAsSubject()

  function handleRemove(line: CartItem): void {
    const index = items.indexOf(line)
    setRemoved({ line, index })
    removeProduct(line.product_id)
    focusLine(index)
  }

  function handleUndo(): void {
    if (removed === null) return
    restoreLine(removed.line, removed.index)
    setRemoved(null)
    focusLine(removed.index)
  }

  /** The button that was pressed is gone: its focus goes to the line now in its place, else to the title. */
  function focusLine(index: number): void {
    requestAnimationFrame(() => {
      const buttons = page.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
      const target = buttons[Math.min(index, buttons.length - 1)] ?? page.current?.querySelector('h1')
      target?.focus({ preventScroll: true })
    })
  }

  return (
    <div ref={page} className="shell pt-8 sm:pt-12">
      <PageMeta title="Shopping cart" indexed={false} />
      <h1 tabIndex={-1} className="font-display text-3xl font-semibold">
        Shopping cart{restored && ` (${totals.totalItems} ${totals.totalItems === 1 ? 'item' : 'items'})`}
      </h1>
      <NeedsScript>
        Your cart is kept in this browser, and showing it needs JavaScript. Please turn JavaScript on, or write to{' '}
        {shop.email} and tell us what you would like.
      </NeedsScript>
      <AdjustedBanner show={banner} />
      <div role="status" className="mt-1 flex min-h-11 items-center gap-4">
        {removed && !items.some(({ product_id }) => product_id === removed.line.product_id) && (
          <>
            <span className="wrap-anywhere">{removed.line.product_name} was removed.</span>
            <Button look="quiet" className="px-1" onClick={handleUndo}>
              Undo
            </Button>
          </>
        )}
      </div>
      {!restored && <div aria-hidden className="min-h-[60vh]" />}
      {restored && items.length === 0 && <EmptyCart />}
      {items.length > 0 && <FullCart onRemove={handleRemove} onAdjusted={showBanner} />}
    </div>
  )
}

function EmptyCart() {
  return (
    <EmptyState title="Your cart is empty">
      <ShopLink to="/" className={buttonClass()}>
        Continue Shopping
      </ShopLink>
    </EmptyState>
  )
}

function FullCart({ onRemove, onAdjusted }: { onRemove: (line: CartItem) => void; onAdjusted: () => void }) {
  const { items, totals } = useCart()
  const back = useBack('/shop')
  const { busy, proceed } = useProceed(onAdjusted)
  return (
    <>
      <table aria-label="Cart items" className="cart-table w-full">
        <thead className="text-left text-sm text-ink-soft">
          <tr className="border-b border-line">
            {['Product', 'Details', 'Quantity', 'Price', 'Remove'].map((name, index) => (
              <th key={name} scope="col" className={`pr-5 pb-3 font-normal ${index > 2 ? 'text-right last:pr-0' : ''}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <CartLine key={item.product_id} item={item} onRemove={() => onRemove(item)} />
          ))}
        </tbody>
        <tfoot>
          <tr className="text-lg font-semibold tabular-nums">
            <th scope="row" colSpan={2} className="py-5 text-left">
              Total
            </th>
            <td className="py-5 pr-5">
              {totals.totalItems} {totals.totalItems === 1 ? 'item' : 'items'}
            </td>
            <td className="py-5 text-right md:pr-5">{formatMoney(totals.totalPriceCents)}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      <div className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
        <div>
          <DeliveryMeter subtotal={totals.totalPriceCents} />
          <p className="mt-3 text-sm text-ink-soft">Delivery and estimated tax are added at checkout.</p>
          <PausedNote className="mt-1" />
        </div>
        <div className="flex w-full flex-col-reverse gap-3 sm:w-auto sm:flex-row">
          <Button look="outline" onClick={back}>
            Back
          </Button>
          <Button aria-disabled={busy} onClick={() => void proceed()}>
            Proceed to Checkout
          </Button>
        </div>
      </div>
    </>
  )
}

/** Over the page, so that nothing moves as it comes and goes; the changed line itself says what changed (R15). */
function AdjustedBanner({ show }: { show: boolean }) {
  return (
    <div
      role="alert"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-40 flex justify-center px-4 md:bottom-8"
    >
      {show && (
        <p className="rise rounded-lg border border-clay bg-card px-5 py-4 text-center font-medium shadow-lift">
          Some items were adjusted to available stock. Please review your cart.
        </p>
      )}
    </div>
  )
}

function useAdjustedBanner(): [boolean, () => void] {
  const [shown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = useCallback(() => {
    setShown(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(false), BANNER_MS)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return [shown, show]
}
