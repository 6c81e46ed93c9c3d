import { formatMoney } from '@shop/contract/money'
import { useState } from 'react'
import { LinePrice, useLineProduct } from '../cart/line-product.tsx'
import { longDate, missingFromTotal } from '../estimate/order-estimate.ts'
import { SmallPhoto } from '../pictures/photo.tsx'
import { Heading } from '../ui/heading.tsx'
import type { Checkout, SummaryItem } from './use-checkout.ts'

/** Instead of amounts that are still loading, which are not shown, least of all as $0.00. */
const PENDING_TEXT = '…'

/** The total as far as known; after some seconds without the missing amounts, and labelled so (R50). */
export function totalInWords({ estimate, progress }: Checkout): { amount: string; note: string } {
  const missing = missingFromTotal(progress)
  if (missing === null) return { amount: PENDING_TEXT, note: '' }
  const note = missing.length === 0 ? (estimate.note ?? '') : `Estimate without ${missing.join(' and ')}`
  return { amount: formatMoney(estimate.sums.total), note }
}

export function OrderSummary({ checkout }: { checkout: Checkout }) {
  const { items, estimate, progress } = checkout
  const [open, setOpen] = useState(false)
  const total = totalInWords(checkout)
  return (
    <aside
      aria-label="Order Summary"
      className="rounded-lg bg-card lg:sticky lg:top-[calc(var(--header-height)+1.5rem)]"
    >
      <Heading className="hidden px-6 pt-6 lg:block">Order Summary</Heading>
      <h2 className="lg:hidden">
        <button
          type="button"
          aria-expanded={open}
          aria-controls="order-summary"
          onClick={() => setOpen(!open)}
          className="flex min-h-14 w-full flex-wrap items-center gap-x-2 px-4 py-2 font-semibold"
        >
          <span className="whitespace-nowrap">Order Summary</span>
          <span aria-hidden className={`chevron transition-transform ${open ? 'rotate-180' : ''}`} />
          <span className="flex-1 text-right tabular-nums">
            {total.amount}
            {total.note && <span className="block text-xs font-normal text-ink-soft">{total.note}</span>}
          </span>
        </button>
      </h2>
      <div id="order-summary" className={`px-4 pb-2 lg:block lg:px-6 ${open ? '' : 'hidden'}`}>
        <ul className="border-b border-line pb-3 lg:max-h-[max(8rem,calc(100svh-31rem))] lg:overflow-y-auto lg:pt-3">
          {items.map((item) => (
            <SummaryLine key={item.product_id} item={item} />
          ))}
        </ul>
        <Sums checkout={checkout} />
      </div>
      <section aria-labelledby="estimated-date" className="border-t border-line px-4 py-3 lg:px-6 lg:py-5">
        <h2 id="estimated-date" className="text-sm text-ink-soft lg:text-base lg:font-semibold lg:text-ink">
          Estimated Delivery Date
        </h2>
        <p className="text-sm lg:text-base">
          {estimate.arrival !== null && <time dateTime={estimate.arrival}>{longDate(estimate.arrival)}</time>}
          {estimate.arrival === null && (progress.delivery === 'pending' ? PENDING_TEXT : 'N/A')}
        </p>
      </section>
    </aside>
  )
}

function Sums({ checkout }: { checkout: Checkout }) {
  const { tax, progress } = checkout
  const { sums } = checkout.estimate
  const total = totalInWords(checkout)
  const discount = formatMoney(sums.deliveryDiscount === 0 ? 0 : -sums.deliveryDiscount)
  const isDeliveryKnown = progress.delivery === 'known'
  return (
    <dl className="stacked grid grid-cols-[1fr_auto] gap-y-2 py-4 tabular-nums [&>dd]:text-right">
      <dt>Subtotal</dt>
      <dd>{formatMoney(sums.goods)}</dd>
      <dt>Delivery</dt>
      <dd>{isDeliveryKnown ? formatMoney(sums.delivery) : PENDING_TEXT}</dd>
      <dt>Delivery discount</dt>
      <dd className={sums.deliveryDiscount > 0 ? 'text-moss' : ''}>{isDeliveryKnown ? discount : PENDING_TEXT}</dd>
      <dt>
        <span className="block">Estimated sales tax</span>
        <span className="block text-sm text-ink-soft">
          {progress.tax === 'late' ? `${tax.note}, still loading` : tax.note}
        </span>
      </dt>
      <dd aria-live="polite">{progress.tax === 'known' ? formatMoney(sums.tax) : PENDING_TEXT}</dd>
      <dt className="border-t border-line pt-3 text-lg font-semibold">
        <span className="block">Total</span>
        <span role="status" className="block text-sm font-normal text-ink-soft">
          {total.note}
        </span>
      </dt>
      <dd className="border-t border-line pt-3 text-lg font-semibold">{total.amount}</dd>
    </dl>
  )
}

function SummaryLine({ item }: { item: SummaryItem }) {
  const product = useLineProduct(item.product_id)
  const { picture } = product
  return (
    <li className="stacked flex items-center gap-4 py-2">
      <span className="relative w-fit shrink-0">
        <SmallPhoto
          src={picture?.src ?? null}
          alt={picture?.alt ?? item.product_name}
          name={item.product_name}
          size={64}
        />
        <span
          aria-hidden
          data-quantity
          className="absolute -top-2 -right-2 grid h-6 min-w-6 place-items-center rounded-full bg-ink px-1.5 text-xs font-semibold text-card tabular-nums forced-colors:border"
        >
          {item.quantity}
        </span>
      </span>
      <span className="min-w-0 grow wrap-anywhere">
        {item.product_name}
        <span className="sr-only">, quantity {item.quantity}</span>
        {item.note && <span className="block text-sm text-ink-soft">{item.note}</span>}
      </span>
      <span className="text-right tabular-nums">
        <LinePrice item={item} product={product} />
      </span>
    </li>
  )
}
