import { formatMoney, lineTotal } from '@shop/contract/money'
import type { PayLink } from '@shop/contract/pay-links/calls'
import { SmallPhoto } from '../../pictures/photo.tsx'
import { Button } from '../../ui/button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { BillingZip, useBillingZip } from '../card/billing-zip.tsx'
import { CardSection } from '../card/card-section.tsx'
import { useCard } from '../card/use-card.ts'
import { ProcessingOverlay } from '../checkout-layout.tsx'
import { NO_NOTICE, noticeLines } from '../open/notice.ts'
import { NoticeBox } from '../open/notice-box.tsx'
import { dueSums, type PayingByLink } from './use-pay-by-link.ts'

type Due = NonNullable<PayLink['order']>

const NO_CARD = 'Card payments are not available right now. You weren’t charged.'

export function LinkedOrderForm({ link, order, paying }: { link: PayLink; order: Due; paying: PayingByLink }) {
  const card = useCard()
  const billing = useBillingZip(null)
  const { phase, pay, say } = paying
  const isSending = phase.name === 'sending'
  const notice = phase.name === 'form' ? phase.notice : NO_NOTICE
  const lines = noticeLines(notice, dueSums(order))

  function handlePay(): void {
    if (isSending) return
    // All errors are shown, and the first one on the screen gets the focus, which is the last one that is checked here.
    const wrongCard = card.check()
    const isBillingRight = billing.check()
    if (!card.isReady()) {
      say(NO_CARD)
      card.reportFailure()
    } else if (wrongCard !== null) requestAnimationFrame(() => card.focus(wrongCard))
    else if (isBillingRight) void pay(card, billing.zip)
  }

  return (
    <form
      noValidate
      aria-label="Payment"
      onSubmit={(event) => {
        event.preventDefault()
        handlePay()
      }}
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start"
    >
      <div className="lg:col-start-2 lg:row-start-1">
        <DueSummary number={link.order_id} due={order} />
      </div>
      <div inert={isSending} className="min-w-0 lg:col-start-1 lg:row-start-1">
        <CardSection card={card.card} number={null}>
          <BillingZip billing={billing} error={null} />
        </CardSection>
        {lines.length > 0 && (
          <NoticeBox
            key={[...notice.messages, notice.total].join()}
            lines={lines}
            offersInquiry={notice.offersInquiry}
            fieldId={null}
          />
        )}
        <div className="border-t border-line pt-6">
          <p className="mb-4 flex items-baseline justify-between text-lg font-semibold lg:hidden">
            Total <span className="tabular-nums">{formatMoney(order.total_cents)}</span>
          </p>
          <div className="flex flex-col sm:flex-row sm:justify-end">
            <Button type="submit" className="sm:min-w-48">
              Pay Now
            </Button>
          </div>
        </div>
      </div>
      <ProcessingOverlay shown={isSending} />
    </form>
  )
}

function DueSummary({ number, due }: { number: string; due: Due }) {
  const sums = [
    ['Subtotal', due.goods_cents + (due.discount?.cents ?? 0)],
    ...(due.discount === null ? [] : [[`Discount code ${due.discount.code}`, -due.discount.cents] as const]),
    ['Delivery', due.delivery_cents],
    ['Sales tax', due.tax_cents],
  ] as const
  return (
    <aside aria-label="Order Summary" className="rounded-lg bg-card px-4 py-5 lg:px-6">
      <Heading className="wrap-anywhere">Order # {number}</Heading>
      <ul className="border-b border-line py-3">
        {due.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an order may be alike, and none is moved
          <li key={index} className="stacked flex items-center gap-4 py-2">
            <SmallPhoto src={item.image_url} alt={item.product_name} size={64} />
            <span className="min-w-0 flex-1">
              <span className="block wrap-anywhere">{item.product_name}</span>
              <span className="block text-sm text-ink-soft">Quantity: {item.quantity}</span>
            </span>
            <span className="shrink-0 tabular-nums">{formatMoney(lineTotal(item))}</span>
          </li>
        ))}
      </ul>
      <dl className="stacked grid grid-cols-[1fr_auto] gap-y-2 pt-4 tabular-nums [&>dd]:text-right">
        {sums.map(([label, cents]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="text-right">{formatMoney(cents)}</dd>
          </div>
        ))}
        <dt className="border-t border-line pt-3 text-lg font-semibold">Total</dt>
        <dd className="border-t border-line pt-3 text-lg font-semibold">{formatMoney(due.total_cents)}</dd>
      </dl>
    </aside>
  )
}
