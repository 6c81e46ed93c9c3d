import type { ReactNode } from 'react'
import { EmailField, NameFields } from '../accounts/customer-fields.tsx'
import { RequiredNote, TextField } from '../forms/field.tsx'
import type { Form } from '../forms/use-form.ts'
import { forwardedState } from '../links/shop-link.tsx'
import { useReturnTo } from '../router/link.tsx'
import { entryBefore, useLocation } from '../router/router.tsx'
import { Button } from '../ui/button.tsx'
import { type CheckoutValues, FIELD_LENGTHS } from './checkout-fields.ts'
import { DeliveryAddress } from './delivery-address.tsx'
import { DeliveryChoice } from './delivery-choice.tsx'
import { OrderSummary, totalInWords } from './order-summary.tsx'
import { Section } from './section.tsx'
import type { Checkout } from './use-checkout.ts'
import { NO_DELIVERY_TEXT } from './use-pay-now.ts'

type CheckoutLayoutProps = {
  checkout: Checkout
  /** Whether Pay Now was pressed, so a missing delivery option is an error. */
  submitted: boolean
  processing: boolean
  /** Whether the fields cannot be changed. */
  locked?: boolean
  /** Whether nothing is left to pay for: there is no total, and no Pay Now. */
  isOver?: boolean
  onPay: () => void
  /** The card section, and what is said above Pay Now. */
  children: ReactNode
}

/** The form in numbered sections, with the summary beside it. */
export function CheckoutLayout({
  checkout,
  submitted,
  processing,
  locked,
  isOver,
  onPay,
  children,
}: CheckoutLayoutProps) {
  const { form, delivery, tax } = checkout
  return (
    <form
      noValidate
      aria-label="Checkout"
      onSubmit={(event) => {
        event.preventDefault()
        onPay()
      }}
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start"
    >
      <div className="lg:col-start-2 lg:row-start-1 lg:h-full">{!isOver && <OrderSummary checkout={checkout} />}</div>
      <div inert={locked} className="min-w-0 lg:col-start-1 lg:row-start-1">
        <RequiredNote className="mb-5" />
        <CustomerDetails form={form} />
        <DeliveryAddress form={form} onState={tax.commit} />
        <DeliveryChoice checkout={checkout} error={submitted && delivery.isMissing ? NO_DELIVERY_TEXT : null} />
        {children}
        <PayBar total={isOver ? null : totalInWords(checkout)} />
      </div>
      <ProcessingOverlay shown={processing} />
    </form>
  )
}

/** Without a total nothing is left to pay for. */
function PayBar({ total }: { total: ReturnType<typeof totalInWords> | null }) {
  const returnTo = useReturnTo()
  const { state } = useLocation()

  /** Never a second entry of the cart, so its own Back does not lead here again (R54). */
  function handleBack(): void {
    returnTo('/cart', { isBefore: entryBefore().path === '/cart', state: forwardedState(state) })
  }

  return (
    <div className="border-t border-line pt-6">
      {total !== null && (
        <p className="mb-4 flex items-baseline justify-between text-lg font-semibold lg:hidden">
          Total{' '}
          <span className="text-right tabular-nums">
            {total.amount}
            {total.note && <span className="block text-sm font-normal text-ink-soft">{total.note}</span>}
          </span>
        </p>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button variant="outline" onClick={handleBack}>
          Back
        </Button>
        {total !== null && (
          <Button type="submit" className="sm:min-w-48">
            Pay Now
          </Button>
        )}
      </div>
    </div>
  )
}

/** Names and e-mail are read-only for a signed-in customer. */
function CustomerDetails({ form }: { form: Form<CheckoutValues> }) {
  return (
    <Section number={1} title="Customer Details">
      <div className="grid grid-cols-2 gap-x-4 max-xs:grid-cols-1 max-[30rem]:[&>:nth-child(n+3)]:col-span-full">
        <NameFields field={form.field} />
        <EmailField {...form.field('email')} />
        <TextField
          {...form.field('phone')}
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={FIELD_LENGTHS.phone}
        />
      </div>
    </Section>
  )
}

/** Covers the page while a payment is processed; it closes with the popup (R17), whose backdrop is the one veil. */
export function ProcessingOverlay({ shown }: { shown: boolean }) {
  return (
    <div role="status" className="absolute">
      {shown && (
        <div className="fixed inset-0 z-40 flex justify-center pt-[10vh]">
          <p className="flex h-min items-center gap-3 rounded-lg bg-card px-6 py-4 font-medium shadow-lift">
            <span
              aria-hidden
              className="size-5 animate-spin rounded-full border-2 border-line-strong border-t-transparent"
            />
            Processing
          </p>
        </div>
      )}
    </div>
  )
}
