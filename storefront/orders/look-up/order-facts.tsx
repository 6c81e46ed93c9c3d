import { listOrderRefunds, type Order } from '@shop/contract/orders/calls'
import type { ReactNode } from 'react'
import { formatPrice } from '../../catalog/price.tsx'
import { canCancelAny, hasShipped } from '../cancellation/cancellation-rules.ts'
import { formatDate } from '../format-date.ts'

export function OrderFacts({ order }: { order: Order }) {
  return (
    <dl className="stacked grid grid-cols-2 gap-x-6 gap-y-5 border-y border-line py-6 sm:grid-cols-3 xl:grid-cols-[auto_auto_auto_auto_minmax(0,1fr)] max-xl:[&>:last-child]:col-span-2">
      <Fact name="Order number">{order.order_id}</Fact>
      <Fact name="Order date">{formatDate(order.order_date) ?? 'N/A'}</Fact>
      <Fact name="Estimated delivery">{formatDate(order.estimated_delivery_date) ?? 'N/A'}</Fact>
      <Fact name="Status">
        <span className="inline-block first-letter:uppercase">{order.order_status ?? 'N/A'}</span>
      </Fact>
      <Fact name="Tracking number">
        {order.tracking_number ?? (
          <span className="font-normal text-ink-soft">
            {canCancelAny(order) && !hasShipped(order) ? 'Not shipped yet' : 'N/A'}
          </span>
        )}
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}

/** Subtotal, sales tax and total as in section 3 (R23); 'N/A' for an unknown one (R46). */
export function OrderTotals({ order }: { order: Order }) {
  const { discount } = order
  return (
    <dl className="ml-auto w-full tabular-nums sm:max-w-80">
      {discount && <Sum name={`Discount code ${discount.code}`} value={formatPrice(-discount.cents)} />}
      <Sum name="Subtotal" hint="Items and delivery" value={formatPrice(order.subtotal_cents)} />
      <Sum name="Sales tax" value={formatPrice(order.tax_cents)} />
      <div className="mt-2 flex justify-between gap-6 border-t border-ink pt-3 text-lg font-semibold">
        <dt>Total</dt>
        <dd>{formatPrice(order.total_cents)}</dd>
      </div>
      {listOrderRefunds(order).map(({ cents, day }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and their order never changes
        <Sum key={index} name={`Refunded on ${formatDate(day) ?? day}`} value={formatPrice(cents)} />
      ))}
    </dl>
  )
}

function Sum({ name, hint, value }: { name: string; hint?: string; value: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 py-1 [&>:nth-child(2)]:ml-auto">
      <dt>{name}</dt>
      <dd>{value}</dd>
      {hint && <dd className="basis-full text-xs text-ink-soft">{hint}</dd>}
    </div>
  )
}
