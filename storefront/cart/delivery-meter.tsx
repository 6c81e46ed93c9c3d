import type { Cents } from '@shop/contract/money'
import { FREE_DELIVERY_FROM_CENTS } from '@shop/contract/order-totals'
import { deliveryNote } from './delivery-note.ts'

/** What delivery costs and what is missing until it is free, as text and a progress bar. */
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
