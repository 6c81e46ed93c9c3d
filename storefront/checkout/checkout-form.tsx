import type { User } from '@shop/contract/accounts'
import { parseStateCode, type StateCode, US_STATES } from '@shop/contract/tax'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EmailField, NameFields } from '../accounts/customer-fields.tsx'
import { useCart } from '../cart/cart-store.ts'
import { useApi } from '../data/api.tsx'
import { RequiredNote, TextField } from '../forms/field.tsx'
import type { Form } from '../forms/use-form.ts'
import { forwardedState } from '../links/shop-link.tsx'
import { useLocation, useNavigate } from '../router/router.tsx'
import { Button } from '../ui/button.tsx'
import { useSlow } from '../ui/slow-note.tsx'
import { CardSection } from './card-section.tsx'
import { deliveryOptionsQuery, taxRateQuery } from './checkout.queries.ts'
import { type CheckoutValues, FIELD_LENGTHS, useCheckoutForm } from './checkout-fields.ts'
import { DeliveryAddress } from './delivery-address.tsx'
import { DeliveryChoice, focusDelivery } from './delivery-choice.tsx'
import { estimateOrder, type Progress, selectedOption } from './order-estimate.ts'
import { OrderSummary, totalInWords } from './order-summary.tsx'
import { Section } from './section.tsx'
import { NO_DELIVERY_TEXT, usePayNow } from './use-pay-now.ts'

/** The checkout form in numbered sections, with the summary beside it. Only rendered in the browser (R16). */
export function CheckoutForm({ user }: { user: User | null }) {
  const { items } = useCart()
  const { form, chosen, choose } = useCheckoutForm(user)
  const delivery = useDelivery(chosen)
  const tax = useTax(form.values.state)
  const today = new Date()
  const estimate = estimateOrder(items, delivery.selected, { taxRate: tax.rate, deliveryTaxed: false }, today)
  const progress = {
    delivery: useProgress(delivery.options === undefined),
    tax: useProgress(tax.pending),
  }
  const [submitted, setSubmitted] = useState(false)
  const { processing, payNow } = usePayNow({
    isDeliveryMissing: delivery.isMissing,
    onSettled: () => {
      setSubmitted(true)
      if (form.checkAll() && delivery.isMissing) focusDelivery()
    },
  })

  return (
    <form
      noValidate
      aria-label="Checkout"
      onSubmit={(event) => {
        event.preventDefault()
        payNow()
      }}
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start"
    >
      <div className="lg:col-start-2 lg:row-start-1 lg:h-full">
        <OrderSummary
          items={items}
          estimate={estimate}
          taxNote={progress.tax === 'late' ? `${tax.note}, still loading` : tax.note}
          progress={progress}
        />
      </div>
      <div className="min-w-0 lg:col-start-1 lg:row-start-1">
        <RequiredNote className="mb-5" />
        <CustomerDetails form={form} />
        <DeliveryAddress form={form} onState={tax.commit} />
        <DeliveryChoice
          options={delivery.options}
          late={progress.delivery === 'late'}
          selected={delivery.selected}
          items={items}
          today={today}
          error={submitted && delivery.isMissing ? NO_DELIVERY_TEXT : null}
          onChoose={choose}
          onRetry={delivery.retry}
        />
        <CardSection />
        <PayBar total={totalInWords({ estimate, progress })} />
      </div>
      <ProcessingOverlay shown={processing} />
    </form>
  )
}

function PayBar({ total }: { total: ReturnType<typeof totalInWords> }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (
    <div className="border-t border-line pt-6">
      <p className="mb-4 flex items-baseline justify-between text-lg font-semibold lg:hidden">
        Total{' '}
        <span className="text-right tabular-nums">
          {total.amount}
          {total.note && <span className="block text-sm font-normal text-ink-soft">{total.note}</span>}
        </span>
      </p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
        <Button variant="outline" onClick={() => navigate('/cart', { state: forwardedState(state) })}>
          Back
        </Button>
        <Button type="submit" className="sm:min-w-48">
          Pay Now
        </Button>
      </div>
    </div>
  )
}

/** The available options and the selected one; `undefined` while loading, none after a failure (R18). */
function useDelivery(chosen: string | null) {
  const client = useQueryClient()
  const query = deliveryOptionsQuery(useApi())
  const { data, isError, isFetching, refetch } = useQuery(query)
  const options = data ?? (isError && !isFetching ? [] : undefined)
  const selected = selectedOption(options ?? [], chosen)
  const isMissing = selected === null && (options?.length ?? 0) > 0

  /** A call that hangs is aborted first; otherwise a retry would wait for it. */
  async function retry(): Promise<void> {
    await client.cancelQueries(query)
    await refetch()
  }

  return { options, selected, isMissing, retry: () => void retry() }
}

function useProgress(waiting: boolean): Progress {
  const late = useSlow(waiting)
  if (!waiting) return 'known'
  return late ? 'late' : 'pending'
}

/** The tax rate of the state after its field was left; none while another one is being chosen (R19). */
function useTax(state: string) {
  const [committed, setCommitted] = useState(state)
  const code = committed === state ? parseStateCode(state) : null
  // The query is disabled without a state; its key then has a placeholder.
  const { data, isError, isFetching, refetch } = useQuery({
    ...taxRateQuery(useApi(), code ?? 'AL'),
    enabled: code !== null,
  })
  const rate = code === null ? null : (data ?? null)
  const pending = code !== null && rate === null && isFetching

  function commit(next: string): void {
    setCommitted(next)
    if (isError && next === committed) void refetch()
  }

  return { rate, pending, note: taxNote(state, rate === null && !pending ? null : code), commit }
}

/** A missing rate or a failure is logged only (section 8), without a message here. */
function taxNote(state: string, code: StateCode | null): string {
  if (state === '') return 'choose a state'
  return code === null ? '' : `for ${US_STATES[code]}`
}

/** Names and e-mail are read-only for a signed-in customer. */
export function CustomerDetails({ form }: { form: Form<CheckoutValues> }) {
  return (
    <Section number={1} title="Customer Details">
      <div className="grid grid-cols-2 gap-x-4 max-[22rem]:grid-cols-1 max-[30rem]:[&>:nth-child(n+3)]:col-span-full">
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
