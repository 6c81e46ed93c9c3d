import { type Cents, formatMoney } from '@shop/contract/money'
import { FREE_DELIVERY_FROM_CENTS } from '@shop/contract/order-totals'

/** The amount missing to free delivery, as text and a progress bar. */
export function DeliveryMeter({ subtotal }: { subtotal: Cents }) {
  const missing = FREE_DELIVERY_FROM_CENTS - subtotal
  return (
    <div className="border-t border-line pt-4">
      <p className="text-sm">
        {missing > 0
          ? `Free delivery from ${formatMoney(FREE_DELIVERY_FROM_CENTS)}, ${formatMoney(missing)} to go`
          : 'Delivery of this cart is free'}
      </p>
      <svg
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 h-1 w-full rounded-full bg-line"
      >
        <rect
          width={Math.min(100, (subtotal / FREE_DELIVERY_FROM_CENTS) * 100)}
          height="1"
          className={missing > 0 ? 'fill-clay' : 'fill-moss'}
        />
      </svg>
    </div>
  )
}
