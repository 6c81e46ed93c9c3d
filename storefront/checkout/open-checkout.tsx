import type { User } from '@shop/contract/accounts'
import { formatMoney } from '@shop/contract/money'
import { useEffect, useRef, useState } from 'react'
import { TextField } from '../forms/field.tsx'
import { useForm } from '../forms/use-form.ts'
import { AttemptStatus } from './attempt-status.tsx'
import { CardSection } from './card-section.tsx'
import { useCheckoutForm } from './checkout-fields.ts'
import { CheckoutLayout } from './checkout-layout.tsx'
import { focusDelivery } from './delivery-choice.tsx'
import { useCard } from './use-card.ts'
import { type Checkout, useCheckout } from './use-checkout.ts'
import { usePayNow } from './use-pay-now.ts'
import { type Notice, usePlacing } from './use-placing.ts'
import { useSalesTax } from './use-sales-tax.ts'

const NO_CARD = 'Card payments are not available right now. You were not charged.'
const NOT_LOADED = 'Delivery options or sales tax are not loaded yet. Please try again in a moment.'

/** The checkout while orders can be placed. */
export function OpenCheckout({ user }: { user: User | null }) {
  const input = useCheckoutForm(user)
  const { state, zipCode } = input.form.values
  const checkout = useCheckout(input, useSalesTax(state, zipCode))
  const card = useCard()
  const billing = useBillingZip(zipCode)
  const paused = usePayNow({ isDeliveryMissing: false, onSettled: () => {} })
  const [submitted, setSubmitted] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { phase, pay, checkAgain } = usePlacing({
    checkout,
    billingZip: billing.zip,
    tokenize: () => card.tokenize(billing.zip),
    clearCard: card.clear,
    showPaused: paused.payNow,
  })
  if (phase.name === 'checking' || phase.name === 'placed')
    return <AttemptStatus phase={phase} email={checkout.form.values.email} onCheckAgain={checkAgain} />

  function handlePay(): void {
    if (phase.name === 'sending' || paused.processing) return
    setSubmitted(true)
    setProblem(null)
    // All errors are shown, and the first one on the screen gets the focus, which is the last one that is checked here.
    const wrongCard = card.check()
    const isBillingRight = billing.check()
    if (!checkout.form.checkAll()) return
    if (checkout.delivery.isMissing) focusDelivery()
    else if (!card.isReady()) setProblem(NO_CARD)
    else if (wrongCard !== null) requestAnimationFrame(() => card.focus(wrongCard))
    else if (isBillingRight && isComplete(checkout)) pay()
    else if (isBillingRight) setProblem(NOT_LOADED)
  }

  const isSending = phase.name === 'sending'
  return (
    <CheckoutLayout
      checkout={checkout}
      submitted={submitted}
      processing={isSending || paused.processing}
      locked={isSending}
      onPay={handlePay}
    >
      <CardSection paying={card.paying}>
        <BillingZip billing={billing} />
      </CardSection>
      {problem === null ? (
        phase.name === 'form' && phase.notice !== null && <NoticeBox notice={phase.notice} checkout={checkout} />
      ) : (
        <NoticeBox key={problem} notice={{ messages: [problem], total: null }} checkout={checkout} />
      )}
    </CheckoutLayout>
  )
}

function isComplete({ delivery, progress }: Checkout): boolean {
  return delivery.selected !== null && progress.delivery === 'known' && progress.tax === 'known'
}

/** Why no order was placed, and what the next press orders. */
function NoticeBox({ notice: { messages, total }, checkout }: { notice: Notice; checkout: Checkout }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const now = checkout.estimate.sums.total
  return (
    <div ref={box} role="alert" tabIndex={-1} className="mb-5 border-l-2 border-brick pl-4">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {total !== null && total !== now && (
        <p>
          The total was {formatMoney(total)} and is {formatMoney(now)} now.
        </p>
      )}
      {total !== null && <p>You were not charged. Press Pay Now to order as it is now.</p>}
    </div>
  )
}

type Billing = ReturnType<typeof useBillingZip>

function useBillingZip(deliveryZip: string) {
  const [isSame, setSame] = useState(true)
  const form = useForm({ initial: { billingZip: '' }, check: checkZip })
  return {
    isSame,
    setSame,
    field: form.field('billingZip'),
    zip: isSame ? deliveryZip : form.values.billingZip,
    check: () => isSame || form.checkAll(),
  }
}

function checkZip({ billingZip }: { billingZip: string }) {
  return /^(?!00000)\d{5}$/.test(billingZip) ? {} : { billingZip: 'Please enter a ZIP code of 5 digits' }
}

function BillingZip({ billing: { isSame, setSame, field } }: { billing: Billing }) {
  return (
    <>
      <label className="mb-4 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={isSame}
          onChange={(event) => setSame(event.currentTarget.checked)}
          className="size-5 accent-ink"
        />
        Billing ZIP code is the same as for delivery
      </label>
      {!isSame && (
        <TextField
          {...field}
          label="Billing ZIP code"
          required
          inputMode="numeric"
          autoComplete="billing postal-code"
          maxLength={5}
        />
      )}
    </>
  )
}
