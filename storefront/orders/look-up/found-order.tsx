import { parseDelay } from '@shop/contract/delays/calls'
import type { Order } from '@shop/contract/orders/calls'
import { Printer } from 'lucide'
import { useId, useRef, useState } from 'react'
import { useInquiryPrefill } from '../../links/inquiry-link.tsx'
import { useShop } from '../../site/shop-settings.tsx'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { CancelArea } from '../cancellation/cancel-area.tsx'
import { canCancelAny, isSelectable } from '../cancellation/cancellation-rules.ts'
import { useCancellation } from '../cancellation/use-cancellation.ts'
import { formatDate } from '../format-date.ts'
import type { Lookup } from '../orders.queries.ts'
import { ReturnArea } from '../returns/return-area.tsx'
import { hasArrived } from '../returns/return-request.ts'
import { OrderFacts, OrderTotals } from './order-facts.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderSteps } from './order-steps.tsx'
import type { FoundOrder } from './use-found-order.ts'

/** A found order as a receipt: facts, timeline, items, totals, cancellation (section 2) and returns. */
export function FoundOrderReceipt({ order, lookup, found }: { order: Order; lookup: Lookup; found: FoundOrder }) {
  const id = useId()
  useInquiryPrefill({ reference: `Order # ${order.order_id}` })
  const table = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const cancellation = useCancellation(order, lookup, found.refresh)
  const wrongItems = cancellation.error?.field === 'items'

  function handleToggle(item: string): void {
    const next = new Set(selected)
    if (!next.delete(item)) next.add(item)
    setSelected(next)
    cancellation.clear('items')
  }

  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-lg bg-card p-[min(1.25rem,5.5vw)] sm:p-8 print:bg-transparent print:p-0"
    >
      <PrintedHead lookup={lookup} />
      <div className="flex items-center justify-between gap-4 pb-4">
        <Heading size="2xl" ref={found.isNew ? focusFoundOrder : undefined} id={id} tabIndex={-1}>
          Order # {order.order_id}
        </Heading>
        <Button variant="quiet" className="-mr-5 shrink-0 max-sm:hidden print:hidden" onClick={() => window.print()}>
          <Icon icon={Printer} size={18} />
          Print
        </Button>
      </div>
      {found.error !== null && (
        <p role="status" className="mb-4 flex flex-wrap items-center gap-x-8 text-sm text-brick print:hidden">
          We couldn’t refresh this order. It may have changed.
          <span className="-ml-5">
            <TryAgain
              variant="quiet"
              busy={found.refreshing}
              onRetry={() => void found.refresh()}
              onReplaced={() => document.getElementById(id)?.focus()}
            />
          </span>
        </p>
      )}
      <DelayLine order={order} />
      <OrderFacts order={order} />
      <div className="py-6">
        <OrderSteps order={order} />
      </div>
      <div ref={table} className="border-t border-line pt-5">
        <OrderItems
          items={order.items}
          selected={selected}
          onToggle={handleToggle}
          describedBy={wrongItems ? `${id}-items-error` : undefined}
        />
      </div>
      <div className="py-6">
        <OrderTotals order={order} />
      </div>
      <CancelArea
        order={order}
        chosen={order.items.filter((item) => isSelectable(item) && selected.has(item.order_item_id))}
        cancellation={cancellation}
        itemsErrorId={`${id}-items-error`}
        onItemsWrong={() => table.current?.querySelector<HTMLInputElement>('input:enabled')?.focus()}
        onDone={() => setSelected(new Set())}
      />
      {hasArrived(order) && <ReturnArea order={order} lookup={lookup} />}
    </section>
  )
}

/** That the order ships later than promised, as the mail said. */
function DelayLine({ order }: { order: Order }) {
  const delay = parseDelay(order)
  if (delay === null || !canCancelAny(order)) return null
  const day = formatDate(delay.ship_by)
  return (
    <p className="mb-5 rounded-md border border-line-strong px-4 py-3">
      <span className="font-semibold">Delayed.</span>{' '}
      {day === null ? 'We don’t know yet when it will ship.' : `It ships by ${day}.`} You can wait, or cancel it below.
    </p>
  )
}

/** On paper only: the customer, and the contact address. The order has no delivery address. */
function PrintedHead({ lookup: { firstName, lastName, email } }: { lookup: Lookup }) {
  const shop = useShop()
  return (
    <div className="mb-6 hidden flex-wrap justify-between gap-x-8 gap-y-4 print:flex">
      <p>
        <span className="block font-display text-2xl font-semibold">{shop.name}</span>
        {shop.supportEmail}
      </p>
      <p className="wrap-anywhere">
        <span className="block text-sm text-ink-soft">Ordered by</span>
        <span className="block font-medium">
          {firstName} {lastName}
        </span>
        {email}
      </p>
    </div>
  )
}

/** Below the form, as on phones, the page scrolls to the receipt; beside it nothing moves. */
function focusFoundOrder(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  if (heading !== null && heading.getBoundingClientRect().top > window.innerHeight / 2) {
    heading.scrollIntoView({ block: 'start' })
  }
}
