import type { DeliveryOffer } from '@shop/contract/delivery/calls'
import { formatMoney } from '@shop/contract/money'
import { useRef } from 'react'
import { estimateOrder, NO_TAX, shortDate } from '../estimate/order-estimate.ts'
import { TryAgain } from '../ui/try-again.tsx'
import { Section } from './section.tsx'
import type { Checkout } from './use-checkout.ts'

export function focusDelivery(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('input[name="delivery"]')?.focus())
}

type DeliveryChoiceProps = {
  checkout: Pick<Checkout, 'items' | 'delivery' | 'progress' | 'today' | 'choose' | 'isOpen'>
  error: string | null
}

export function DeliveryChoice({ checkout, error }: DeliveryChoiceProps) {
  const { options, selected, retry: onRetry } = checkout.delivery
  const section = useRef<HTMLElement>(null)
  const hint = checkout.isOpen ? '' : ' You can continue without one.'
  const retry = (
    <TryAgain
      variant="quiet"
      className="-ml-5"
      busy={false}
      onRetry={onRetry}
      onReplaced={() => focusIn(section.current)}
    />
  )
  return (
    <Section number={3} title="Delivery Options" ref={section}>
      <div role="status" className="text-ink-soft">
        {options === undefined && (
          <div className="min-h-80">
            <p>Loading delivery options...</p>
            {checkout.progress.delivery === 'late' && (
              <p className="pb-5">
                This is taking longer than usual.{hint} {retry}
              </p>
            )}
          </div>
        )}
        {options?.length === 0 && (
          <p className="pb-5">
            Delivery options are unavailable right now.{hint} {retry}
          </p>
        )}
      </div>
      {options && options.length > 0 && (
        <fieldset className="min-w-0 pb-4" aria-describedby={error === null ? undefined : 'delivery-error'}>
          <legend className="sr-only">Delivery option</legend>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {options.map((option) => (
              <Choice key={option.key} option={option} checked={option === selected} checkout={checkout} />
            ))}
          </div>
          <p id="delivery-error" aria-live="polite" className="pt-1 text-sm text-brick empty:pt-0">
            {error}
          </p>
        </fieldset>
      )}
    </Section>
  )
}

/** Gets the focus when the retry button is replaced: the selected option, else the heading. */
function focusIn(section: HTMLElement | null): void {
  const target = section?.querySelector<HTMLElement>('input:checked') ?? section?.querySelector('h2')
  target?.focus()
}

type ChoiceProps = Pick<DeliveryChoiceProps, 'checkout'> & { option: DeliveryOffer; checked: boolean }

function Choice({ option, checked, checkout: { items, today, choose } }: ChoiceProps) {
  const { sums, arrival } = estimateOrder(items, option, NO_TAX, today)
  return (
    <label className="stacked flex min-h-14 cursor-pointer items-center gap-4 rounded-md border border-line-strong bg-card px-4 py-3 transition-colors hover:border-ink has-checked:border-ink has-checked:ring-1 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-clay">
      <input
        type="radio"
        name="delivery"
        value={option.key}
        checked={checked}
        onChange={() => choose(option.key)}
        className="size-5 shrink-0 accent-ink supports-[selector(:has(*))]:outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-balance wrap-anywhere">{option.display_text}</span>
        <span className="block text-sm text-ink-soft">
          {arrival === null ? (
            'Arrival date: N/A'
          ) : (
            <>
              Arrives <time dateTime={arrival}>{shortDate(arrival)}</time>
            </>
          )}
        </span>
      </span>
      <span className="shrink-0 text-right font-medium tabular-nums">
        {sums.deliveryDiscount > 0 ? (
          <>
            <s className="block font-normal text-ink-soft sm:inline">
              <span className="sr-only">Regular price </span>
              {formatMoney(sums.delivery)}
            </s>{' '}
            <span className="text-moss">Free</span>
          </>
        ) : (
          formatMoney(sums.delivery)
        )}
      </span>
    </label>
  )
}
