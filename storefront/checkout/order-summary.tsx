import type { CartItem } from '@shop/contract/cart'
import { formatMoney } from '@shop/contract/money'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type Estimate, isoDay, longDate } from './order-estimate.ts'
import { SummaryLine } from './summary-line.tsx'

type SummaryProps = {
  items: readonly CartItem[]
  estimate: Estimate
  /** What is to know of the tax, such as 'choose a state'. */
  taxNote: string
}

/** What is being bought and what it would cost; on phones it folds, with the total in sight. */
export function OrderSummary({ items, estimate, taxNote }: SummaryProps) {
  const [open, setOpen] = useState(false)
  const total = formatMoney(estimate.sums.total)
  return (
    <aside
      aria-label="Order Summary"
      className="rounded-lg bg-card lg:sticky lg:top-[calc(var(--header-height)+1.5rem)]"
    >
      <h2 className="hidden px-6 pt-6 font-display text-xl font-semibold lg:block">Order Summary</h2>
      <h2 className="lg:hidden">
        <button
          type="button"
          aria-expanded={open}
          aria-controls="order-summary"
          onClick={() => setOpen(!open)}
          className="flex min-h-14 w-full items-center gap-2 px-4 font-semibold"
        >
          Order Summary
          <ChevronDown
            aria-hidden
            size={18}
            strokeWidth={1.75}
            className={`transition-transform ${open ? 'rotate-180' : ''}`}
          />
          <span className="ml-auto tabular-nums">{total}</span>
        </button>
      </h2>
      <div id="order-summary" className={`px-4 pb-2 lg:block lg:px-6 ${open ? '' : 'hidden'}`}>
        <ul className="border-b border-line pb-3 lg:max-h-[40vh] lg:overflow-y-auto lg:pt-3">
          {items.map((item) => (
            <SummaryLine key={item.product_id} item={item} />
          ))}
        </ul>
        <Sums estimate={estimate} taxNote={taxNote} />
      </div>
      <section
        aria-labelledby="estimated-date"
        className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line px-4 py-3 lg:px-6 lg:py-5"
      >
        <h2 id="estimated-date" className="text-sm text-ink-soft lg:text-base lg:font-semibold lg:text-ink">
          Estimated Delivery Date
        </h2>
        <p className="text-sm lg:text-base">
          {estimate.arrival === null ? (
            'N/A'
          ) : (
            <time dateTime={isoDay(estimate.arrival)}>{longDate(estimate.arrival)}</time>
          )}
        </p>
      </section>
    </aside>
  )
}

function Sums({ estimate: { sums }, taxNote }: Pick<SummaryProps, 'estimate' | 'taxNote'>) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-2 py-4 tabular-nums [&>dd]:text-right">
      <dt>Subtotal</dt>
      <dd>{formatMoney(sums.subtotal)}</dd>
      <dt>Delivery</dt>
      <dd>{formatMoney(sums.delivery)}</dd>
      <dt>Delivery discount</dt>
      <dd className={sums.discount > 0 ? 'text-moss' : ''}>{formatMoney(sums.discount === 0 ? 0 : -sums.discount)}</dd>
      <dt>
        <span className="block">Estimated sales tax</span>
        <span className="block text-sm text-ink-soft">{taxNote}</span>
      </dt>
      <dd aria-live="polite">{formatMoney(sums.tax)}</dd>
      <dt className="border-t border-line pt-3 text-lg font-semibold">Total</dt>
      <dd className="border-t border-line pt-3 text-lg font-semibold">{formatMoney(sums.total)}</dd>
    </dl>
  )
}
