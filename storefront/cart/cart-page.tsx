import { MAX_CART_LINES } from '@shop/contract/checkout/cart'
import { FREE_DELIVERY_FROM_CENTS } from '@shop/contract/delivery/rules'
import { type Cents, formatMoney } from '@shop/contract/money'
import { plural } from '@shop/contract/text/plural'
import { useRef, useState } from 'react'
import { Arrival } from '../estimate/arrival-toggle.tsx'
import { PausedNote, useInquiryPrefill } from '../links/inquiry-link.tsx'
import { ButtonLink, useBack } from '../links/shop-link.tsx'
import { showPopup } from '../popups/popup-store.ts'
import { OptionalPart } from '../router/error-boundary.tsx'
import { lazyComponent } from '../router/lazy-component.ts'
import { PageMeta } from '../site/page-meta.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageTitle } from '../ui/heading.tsx'
import { NeedsScript } from '../ui/hydrated.tsx'
import { showCartFull } from './add-with-message.tsx'
import type { CartItem } from './cart.ts'
import { CartLine } from './cart-line.tsx'
import { removeProduct, restoreLine, useCart } from './cart-store.ts'
import { useProceed } from './use-proceed.ts'
import { type StockRefresh, useStockRefresh } from './use-stock-refresh.ts'

/** How long the stock-adjusted banner shows (section 9), in milliseconds. */
const BANNER_MS = 3000

type Removed = { line: CartItem; index: number }

export function CartPage() {
  const shop = useShop()
  const { items, totals, restored, truncated } = useCart()
  const [removed, setRemoved] = useState<Removed | null>(null)
  const page = useRef<HTMLDivElement>(null)
  const refresh = useStockRefresh(items, showAdjustedBanner)
  useInquiryPrefill({ cart: true })

  function handleRemove(line: CartItem): void {
    const index = items.indexOf(line)
    setRemoved({ line, index })
    removeProduct(line.product_id)
    focusLine(index)
  }

  function handleUndo(): void {
    if (removed === null) return
    if (!restoreLine(removed.line, removed.index)) {
      showCartFull()
      return
    }
    setRemoved(null)
    focusLine(removed.index)
  }

  /** The pressed button is removed: focus moves to the line that is now at its index, else to the heading. */
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
      <PageTitle>
        Shopping cart
        {restored && (
          <span className="font-text text-lg font-normal text-ink-soft">{` (${totals.totalItems} ${plural(totals.totalItems, 'item')})`}</span>
        )}
      </PageTitle>
      <NeedsScript>
        Your cart is saved in this browser, and you need JavaScript to see it. Please turn on JavaScript, or write to{' '}
        {shop.email} and tell us what you’d like.
      </NeedsScript>
      {truncated && (
        <p role="status" className="mt-2 text-clay">
          Your cart held more than {MAX_CART_LINES} different products. The first {MAX_CART_LINES} were kept.
        </p>
      )}
      <div role="status" className="mt-1 flex items-center gap-4 pb-4">
        {removed && !items.some(({ product_id }) => product_id === removed.line.product_id) && (
          <>
            <span className="wrap-anywhere">{removed.line.product_name} was removed.</span>
            <Button variant="quiet" className="px-1" onClick={handleUndo}>
              Undo
            </Button>
          </>
        )}
      </div>
      {!restored && <div aria-hidden className="min-h-[60vh]" />}
      {restored && items.length === 0 && <EmptyCart />}
      {items.length > 0 && <FullCart onRemove={handleRemove} refresh={refresh} />}
    </div>
  )
}

const EmptyCartIdeas = lazyComponent(
  'ideas for an empty cart',
  async () => (await import('./empty-cart-ideas.tsx')).EmptyCartIdeas,
)

function EmptyCart() {
  return (
    <>
      {/* On phones the ideas, which come last, begin below the first screen. */}
      <div className="max-sm:grid max-sm:min-h-[70svh] max-sm:place-content-center">
        <EmptyState title="Your cart is empty">
          <ButtonLink to="/">Continue Shopping</ButtonLink>
        </EmptyState>
      </div>
      <OptionalPart resetKey="ideas">
        <EmptyCartIdeas />
      </OptionalPart>
    </>
  )
}

function FullCart({ onRemove, refresh }: { onRemove: (line: CartItem) => void; refresh: StockRefresh }) {
  const { items, totals } = useCart()
  const back = useBack('/shop')
  const { checking, proceed } = useProceed({ refresh, onAdjusted: showAdjustedBanner })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 md:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-12">
      <table aria-label="Cart items" className="w-full self-start max-md:block md:max-lg:col-span-2">
        <thead className="text-left text-sm text-ink-soft max-md:sr-only">
          <tr className="border-b border-line">
            {['Product', 'Details', 'Quantity', 'Price', 'Remove'].map((name, index) => (
              <th key={name} scope="col" className={`pr-5 pb-3 font-normal ${index > 2 ? 'text-right last:pr-0' : ''}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {items.map((item) => (
            <CartLine key={item.product_id} item={item} onRemove={() => onRemove(item)} />
          ))}
        </tbody>
        <tfoot className="max-md:block">
          <tr className="text-lg font-semibold tabular-nums max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-4">
            <th scope="row" colSpan={2} className="py-5 text-left">
              Total
            </th>
            <td className="py-5 md:pr-5">
              {totals.totalItems} {plural(totals.totalItems, 'item')}
            </td>
            <td className="py-5 text-right max-md:ml-auto md:pr-5">{formatMoney(totals.totalPriceCents)}</td>
            <td className="max-md:hidden" />
          </tr>
        </tfoot>
      </table>
      <section
        aria-label="Summary"
        className="rounded-lg bg-card p-5 sm:p-8 md:col-start-2 md:row-start-2 md:self-start lg:sticky lg:top-[calc(var(--header-height)+1.5rem)] lg:row-span-2 lg:row-start-1"
      >
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 pb-4">
          <span className="font-semibold">Total</span>
          <span className="font-display text-2xl font-semibold lining-nums tabular-nums">
            {formatMoney(totals.totalPriceCents)}
          </span>
        </p>
        <DeliveryMeter subtotal={totals.totalPriceCents} />
        <Arrival items={items} className="mt-2" />
        <p role="status" className="mt-3 text-sm text-ink-soft empty:mt-4">
          {STOCK_CHECK_TEXTS[checking]}
        </p>
        <div className="flex flex-col gap-3">
          <Button className="min-h-12" aria-disabled={checking !== 'no'} onClick={proceed}>
            Proceed to Checkout
          </Button>
          <Button variant="outline" onClick={back}>
            Back
          </Button>
        </div>
        {useShop().orders !== 'open' && <PausedNote className="mt-4" />}
      </section>
      <OptionalPart resetKey="goes with it">
        <GoesWithCart items={items} />
      </OptionalPart>
    </div>
  )
}

const GoesWithCart = lazyComponent<{ items: readonly CartItem[] }>(
  'what goes with the cart',
  async () => (await import('./goes-with-cart.tsx')).GoesWithCart,
)

const STOCK_CHECK_TEXTS = {
  no: '',
  yes: 'Checking stock...',
  slow: 'Still checking stock. This is taking longer than usual.',
}

/** The banner of section 8; the changed line itself says what changed, for longer (R15). */
function showAdjustedBanner(): void {
  showPopup({
    kind: 'warning',
    text: 'Some items were adjusted to available stock. Please review your cart.',
    timer: BANNER_MS,
    shownAtLeast: BANNER_MS,
    button: 'Close',
    place: 'bottom',
  })
}

/** The cost of delivery and the amount left until it is free, as text and a progress bar. */
export function DeliveryMeter({ subtotal }: { subtotal: Cents }) {
  const isFree = subtotal >= FREE_DELIVERY_FROM_CENTS
  return (
    <div className="border-t border-line pt-4">
      <p className="text-sm">{deliveryNote(subtotal)}</p>
      <svg
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 h-1 w-full rounded-full bg-line"
      >
        <rect
          width={Math.min(100, (subtotal / FREE_DELIVERY_FROM_CENTS) * 100)}
          height="1"
          className={isFree ? 'fill-moss' : 'fill-clay'}
        />
      </svg>
    </div>
  )
}

export function deliveryNote(subtotal: Cents): string {
  const missing = FREE_DELIVERY_FROM_CENTS - subtotal
  if (missing <= 0) return 'You’ve got free delivery. Estimated tax is added at checkout.'
  const from = formatMoney(FREE_DELIVERY_FROM_CENTS)
  return `Free delivery on orders of ${from} or more: you’re ${formatMoney(missing)} away. Delivery and estimated tax are added at checkout.`
}
