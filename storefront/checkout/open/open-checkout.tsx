import type { User } from '@shop/contract/accounts/calls'
import { useState } from 'react'
import { useSalesTax } from '../../estimate/use-sales-tax.ts'
import { useShop } from '../../site/shop-settings.tsx'
import { BillingZip, useBillingZip } from '../card/billing-zip.tsx'
import { CardSection } from '../card/card-section.tsx'
import { useCard } from '../card/use-card.ts'
import { useCheckoutForm, zipDoubt } from '../checkout-fields.ts'
import { CheckoutLayout } from '../checkout-layout.tsx'
import { focusDelivery } from '../delivery-choice.tsx'
import { type Checkout, useCheckout } from '../use-checkout.ts'
import { usePayNow } from '../use-pay-now.ts'
import { AttemptStatus } from './attempt-status.tsx'
import { DiscountCode, focusCode } from './discount-code.tsx'
import { fieldError, NO_NOTICE, type Notice, noticeLines, sumsOf, withNotice } from './notice.ts'
import { NoticeBox } from './notice-box.tsx'
import { useDiscountCode } from './use-discount-code.ts'
import { type Phase, usePlacing } from './use-placing.ts'

const NO_CARD = 'Card payments are not available right now. You weren’t charged.'
const NOT_LOADED = 'Delivery options and sales tax are still loading. Please try again in a moment.'

export function OpenCheckout({ user, onPlaced }: { user: User | null; onPlaced: (isPlaced: true) => void }) {
  const input = useCheckoutForm(user)
  const { state, zipCode } = input.form.values
  const code = useDiscountCode(useCheckout(input, useSalesTax(state, zipCode), true))
  const { checkout } = code
  const hasCodes = useShop().codes === true || checkout.code !== null
  const card = useCard()
  const billing = useBillingZip(zipCode)
  const paused = usePayNow({ isDeliveryMissing: false, onSettled: () => {} })
  const [submitted, setSubmitted] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** The doubt about the ZIP code that was told at the last press. */
  const [told, setTold] = useState<string | null>(null)
  const { phase, pay, checkAgain } = usePlacing({
    checkout,
    billingZip: billing.zip,
    tokenize: () => card.tokenize(billing.zip),
    clearCard: card.clear,
    renewCode: code.renew,
    showPaused: paused.payNow,
    onPlaced,
  })
  if (phase.name === 'checking' || phase.name === 'placed')
    return <AttemptStatus phase={phase} email={checkout.form.values.email} onCheckAgain={checkAgain} />

  function handlePay(): void {
    if (phase.name === 'sending' || paused.processing || notice.isNothingLeft) return
    setSubmitted(true)
    setProblem(null)
    // All errors are shown, and the first one on the screen gets the focus, which is the last one that is checked here.
    const wrongCard = card.check()
    const isBillingRight = billing.check()
    if (!checkout.form.checkAll()) return
    const doubt = zipDoubt(checkout.form.values)
    if (checkout.delivery.isMissing) focusDelivery()
    else if (!code.isReady()) focusCode(code.id)
    else if (!card.isReady()) {
      setProblem(NO_CARD)
      card.reportFailure()
    } else if (wrongCard !== null) requestAnimationFrame(() => card.focus(wrongCard))
    else if (isBillingRight && doubt !== null && doubt !== told) {
      setTold(doubt)
      setProblem(`${doubt}. If both are right, please press Pay Now again. You weren’t charged.`)
    } else if (isBillingRight && isComplete(checkout)) pay()
    else if (isBillingRight) setProblem(NOT_LOADED)
  }

  const isSending = phase.name === 'sending'
  const notice = noticeOf(phase, problem)
  const lines = noticeLines(notice, sumsOf(checkout))
  const wrongField = notice.fields[0]?.name
  const fieldId =
    wrongField === undefined
      ? null
      : wrongField === 'billingZip'
        ? billing.field.id
        : checkout.form.field(wrongField).id
  return (
    <CheckoutLayout
      checkout={withNotice(checkout, notice)}
      submitted={submitted}
      processing={isSending}
      locked={isSending}
      isOver={notice.isNothingLeft}
      onPay={handlePay}
    >
      {hasCodes && <DiscountCode code={code} />}
      <CardSection card={card.card}>
        <BillingZip billing={billing} error={fieldError(notice.fields, 'billingZip', billing.zip)} />
      </CardSection>
      {lines.length > 0 && (
        <NoticeBox
          key={[...notice.messages, notice.total].join()}
          lines={lines}
          offersInquiry={notice.offersInquiry}
          fieldId={fieldId}
        />
      )}
    </CheckoutLayout>
  )
}

/** The outcome of the last press: not sent, or sent and not placed. */
function noticeOf(phase: Phase, problem: string | null): Notice {
  if (problem !== null) return { ...NO_NOTICE, messages: [problem], offersInquiry: problem === NO_CARD }
  return phase.name === 'form' ? phase.notice : NO_NOTICE
}

function isComplete({ delivery, progress }: Checkout): boolean {
  return delivery.selected !== null && progress.delivery === 'known' && progress.tax === 'known'
}
