import { CANCELLATION_REASONS, type Order, type OrderItem } from '@shop/contract/orders/calls'
import { Check, Clock, type IconNode, PackageCheck, RotateCcw, Truck, X } from 'lucide'
import { Icon } from '../../ui/icon.tsx'
import { canCancelAny, hasShipped, isDelivered, shownStatus } from '../cancellation/cancellation-rules.ts'
import { formatDate } from '../format-date.ts'

const STEP_ICONS: Record<TimelineStep['name'], IconNode> = {
  ordered: Check,
  shipped: Truck,
  delivered: PackageCheck,
  cancelled: X,
  refunded: RotateCcw,
  expected: Clock,
}

const STEP_COLORS: Record<TimelineStep['name'], string> = {
  ordered: 'border-ink bg-ink text-card',
  shipped: 'border-moss bg-moss text-card',
  delivered: 'border-moss bg-moss text-card',
  cancelled: 'border-brick text-brick',
  refunded: 'border-ink text-ink',
  expected: 'border-dashed border-line-strong text-ink-soft',
}

/**
 * The order's timeline, horizontal; vertical on phones. Where it is narrow words wrap, and only what half the line cannot
 * hold breaks.
 */
export function OrderSteps({ order }: { order: Order }) {
  return (
    <ol aria-label="What happened to this order" className="flex flex-col sm:flex-row">
      {orderTimeline(order).map(({ name, title, detail }) => (
        <li
          key={name}
          className="group relative flex gap-3 pb-5 last:pb-0 sm:max-w-1/2 sm:flex-auto sm:flex-col sm:gap-2 sm:pr-4 sm:pb-0"
        >
          <span
            aria-hidden
            className="absolute top-8 bottom-0 left-4 w-px bg-line-strong group-last:hidden sm:top-4 sm:right-0 sm:bottom-auto sm:left-8 sm:h-px sm:w-auto"
          />
          <span
            aria-hidden
            className={`relative grid size-8 shrink-0 place-items-center rounded-full border bg-card ${STEP_COLORS[name]}`}
          >
            <Icon icon={STEP_ICONS[name]} size={16} strokeWidth={2} />
          </span>
          <span className="min-w-0">
            <span className="block font-medium">{title}</span>
            <span
              className={`block text-sm text-ink-soft tabular-nums ${name === 'shipped' ? '' : 'whitespace-nowrap'}`}
            >
              {detail}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

export type TimelineStep = {
  name: 'ordered' | 'shipped' | 'delivered' | 'cancelled' | 'refunded' | 'expected'
  title: string
  /** A date or a count; empty when unknown. */
  detail: string
}

/** Past and expected events of an order, as far as its data show them. */
export function orderTimeline(order: Order): TimelineStep[] {
  const cancelled = order.items.filter((item) => shownStatus(item.cancellation_status) === 'cancelled')
  const refunded = order.items.filter((item) => shownStatus(item.refund_status) === 'refunded')
  const expected = formatDate(order.estimated_delivery_date)
  const steps: TimelineStep[] = [{ name: 'ordered', title: 'Ordered', detail: formatDate(order.order_date) ?? '' }]
  if (cancelled.length > 0)
    steps.push({ name: 'cancelled', title: cancelledTitle(cancelled), detail: countOf(cancelled, order.items) })
  // Cancellations precede the shipment, since none is possible after it (R26).
  const tracking = order.tracking_number === null ? '' : `Tracking ${order.tracking_number}`
  if (hasShipped(order)) steps.push({ name: 'shipped', title: 'Shipped', detail: tracking })
  if (isDelivered(order)) steps.push({ name: 'delivered', title: 'Delivered', detail: '' })
  if (refunded.length > 0) steps.push({ name: 'refunded', title: 'Refunded', detail: countOf(refunded, order.items) })
  if (expected !== null && canCancelAny(order) && !isDelivered(order))
    steps.push({ name: 'expected', title: 'Estimated delivery', detail: expected })
  return steps
}

/** Shoppers choose a reason from a list, the shop writes one. */
function cancelledTitle(cancelled: readonly OrderItem[]): string {
  const reasons: readonly string[] = CANCELLATION_REASONS
  const isByShop = ({ cancellation_reason: reason }: OrderItem) => reason !== null && !reasons.includes(reason)
  return cancelled.some(isByShop) ? 'Cancelled' : 'Cancelled by you'
}

/** Pieces count as items, as they do in the cart (R40). */
function countOf(some: readonly OrderItem[], all: readonly OrderItem[]): string {
  if (all.length === 1) return ''
  if (some.length === all.length) return 'All items'
  return `${piecesOf(some)} of ${piecesOf(all)} items`
}

function piecesOf(items: readonly OrderItem[]): number {
  return items.reduce((sum, { quantity }) => sum + (quantity ?? 1), 0)
}
