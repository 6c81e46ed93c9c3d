import { type ReactNode, Suspense, useId } from 'react'
import { formatPrice } from '../../catalog/price.tsx'
import { ButtonLink } from '../../links/shop-link.tsx'
import { SmallPhoto } from '../../pictures/photo.tsx'
import { lazyComponent } from '../../router/lazy-component.ts'
import { useShop } from '../../site/shop-settings.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Heading, PageTitle } from '../../ui/heading.tsx'
import type { LatestOrder, LatestOrderItem } from './latest-order.ts'

/** Only loaded while orders are open. */
const FindLater = lazyComponent('how to find an order later', async () => (await import('./find-later.tsx')).FindLater)

export function OrderReceipt({ order }: { order: LatestOrder }) {
  const isPlaced = useShop().orders === 'open' && order.orderId !== 'N/A'
  return (
    <article className="mx-auto max-w-3xl">
      <PageTitle>Thank you for your order</PageTitle>
      <p className="mt-3 wrap-anywhere text-ink-soft">
        A confirmation email was sent{order.email === 'N/A' ? '.' : ` to ${order.email}.`}
      </p>
      <div className="mt-8 rounded-lg bg-card p-[min(1.25rem,5.5vw)] sm:p-8">
        <OrderFacts order={order} />
        <OrderItems items={order.items} />
        <OrderTotals order={order} />
      </div>
      <div className="mt-8 flex flex-wrap items-center gap-3 max-sm:flex-col max-sm:items-stretch print:hidden">
        <ButtonLink to="/shop">Continue Shopping</ButtonLink>
        <ButtonLink to="/orderAndReturn" variant="outline">
          Orders & Returns
        </ButtonLink>
        <Button variant="quiet" className="px-2" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {isPlaced && (
        <Suspense>
          <FindLater order={order} />
        </Suspense>
      )}
    </article>
  )
}

/** A text longer than half the width of a phone. */
const WIDE_CLASSES = 'xs:max-sm:col-span-2'

function OrderFacts({ order }: { order: LatestOrder }) {
  return (
    <div className="grid gap-x-8 gap-y-5 xs:grid-cols-2">
      <dl className="contents">
        <Fact name="Order number">
          <span className="flex flex-wrap items-center gap-x-3 font-semibold tabular-nums">
            <span className="wrap-anywhere">{order.orderId}</span>
            {order.orderId !== 'N/A' && <CopyButton text={order.orderId} label="Copy order number" />}
          </span>
        </Fact>
        <Fact name="Order date">{order.orderDate}</Fact>
        <Fact name="Estimated delivery date" className={WIDE_CLASSES}>
          {order.estimatedDeliveryDate}
        </Fact>
        <Fact name="Email" className={WIDE_CLASSES}>
          {order.email}
        </Fact>
        <Fact name="Deliver to" className={WIDE_CLASSES}>
          <span className="block">{order.name}</span>
          {order.address.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stored order never changes, and two lines may be alike
            <span key={index} className="block">
              {line}
            </span>
          ))}
        </Fact>
      </dl>
      <dl className={`stacked grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-6 ${WIDE_CLASSES}`}>
        <Fact name="City">{order.city}</Fact>
        <Fact name="State">{order.state}</Fact>
        <Fact name="ZIP">{order.zipCode}</Fact>
      </dl>
    </div>
  )
}

function Fact({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function OrderItems({ items }: { items: readonly LatestOrderItem[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-7 border-t border-line pt-6">
      <Heading id={id}>Items</Heading>
      {items.length === 0 && <p className="mt-3 wrap-anywhere text-ink-soft">N/A</p>}
      <ul className="mt-3">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stored order never changes, and its items may have no id
          <OrderItem key={index} item={item} />
        ))}
      </ul>
    </section>
  )
}

function OrderItem({ item }: { item: LatestOrderItem }) {
  return (
    <li className="stacked flex items-center gap-4 py-2.5">
      <SmallPhoto src={item.image_url} alt={item.product_name} size={64} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{item.product_name}</span>
        <span className="block text-sm text-ink-soft">Quantity: {item.quantity ?? 'N/A'}</span>
      </span>
      <span className="shrink-0 tabular-nums">{formatPrice(item.line_cents)}</span>
    </li>
  )
}

function OrderTotals({ order }: { order: LatestOrder }) {
  const { discount_cents, code } = order
  return (
    <dl className="stacked mt-6 grid grid-cols-[1fr_auto] gap-y-2 border-t border-line pt-5 tabular-nums [&>dd]:text-right">
      {code && (
        <>
          <dt>Discount code {code.code}</dt>
          <dd>{formatPrice(-code.cents)}</dd>
        </>
      )}
      <dt>Delivery cost</dt>
      <dd>{formatPrice(order.delivery_cents)}</dd>
      <dt>Delivery discount</dt>
      <dd>{formatPrice(discount_cents === null || discount_cents === 0 ? discount_cents : -discount_cents)}</dd>
      <dt>Sales tax</dt>
      <dd>{formatPrice(order.tax_cents)}</dd>
      <dt className="border-t border-line pt-3 text-lg font-semibold">Total</dt>
      <dd className="border-t border-line pt-3 text-lg font-semibold">{formatPrice(order.total_cents)}</dd>
    </dl>
  )
}
