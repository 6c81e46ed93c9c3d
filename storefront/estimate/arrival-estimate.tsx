import { parseStateCode, type StateCode, US_STATES } from '@shop/contract/address/us-states'
import { formatMoney } from '@shop/contract/money'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useApi } from '../data/api.tsx'
import { useShop } from '../site/shop-settings.tsx'
import { readDeliveryState, storeDeliveryState } from './delivery-state.ts'
import { deliveryOptionsQuery } from './estimate.queries.ts'
import { type Estimate, type EstimatedItem, estimateOrder, selectedOption, shortDate } from './order-estimate.ts'
import { useToday } from './today.ts'
import { useSalesTax } from './use-sales-tax.ts'
import { type OrderTax, useTax } from './use-tax.ts'

export type ArrivalEstimateProps = { items: readonly EstimatedItem[] }

/** Asks for a state and says when the goods arrive there and what they cost in all, with the first delivery option. */
export function ArrivalEstimate({ items }: ArrivalEstimateProps) {
  const id = useId()
  const [state, setState] = useState(readDeliveryState)
  const Answer = useShop().orders === 'open' ? OpenAnswer : PausedAnswer

  function handleChoice(text: string): void {
    const chosen = parseStateCode(text)
    setState(chosen)
    if (chosen !== null) storeDeliveryState(chosen)
  }

  return (
    <div className="pb-2 text-sm">
      <label htmlFor={id} className="block pb-1 text-ink-soft">
        State
      </label>
      <select
        id={id}
        value={state ?? ''}
        autoComplete="address-level1"
        onChange={(event) => handleChoice(event.target.value)}
        className="control"
      >
        <option value="">Choose a state</option>
        {Object.entries(US_STATES).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <div role="status" className="mt-2 tabular-nums">
        {state !== null && <Answer key={state} state={state} items={items} />}
      </div>
    </div>
  )
}

type AnswerProps = ArrivalEstimateProps & { state: StateCode }

function PausedAnswer(props: AnswerProps) {
  return <Answer {...props} tax={useTax(props.state)} />
}

/** Where orders are open the shop's own rates hold, by state; a ZIP code may change them at checkout. */
function OpenAnswer(props: AnswerProps) {
  return <Answer {...props} tax={useSalesTax(props.state, '')} />
}

function Answer({ state, items, tax }: AnswerProps & { tax: OrderTax }) {
  const { data: options, isError } = useQuery(deliveryOptionsQuery(useApi()))
  const today = useToday()
  const isFailed = isError || !(tax.pending || tax.isKnown)
  if (isFailed) return <p>The estimate isn’t available right now. You’ll see it at checkout.</p>
  if (options === undefined || tax.pending) return <p className="text-ink-soft">Loading the estimate...</p>
  const estimate = estimateOrder(items, selectedOption(options, null), tax.terms, today)
  return (
    <>
      <p className="text-base font-medium">
        <span className="inline-block">{arrivalText(US_STATES[state], estimate)}</span>{' '}
        <span className="inline-block">{formatMoney(estimate.sums.total)} total.</span>
      </p>
      <p className="mt-1 text-ink-soft">{partsText(estimate)}</p>
    </>
  )
}

/** `Arrives in Texas by Fri, Dec 4,` before the total. */
function arrivalText(state: string, { arrival }: Estimate): string {
  return arrival === null ? `To ${state}:` : `Arrives in ${state} by ${shortDate(arrival)},`
}

function partsText({ sums }: Estimate): string {
  const paid = sums.delivery - sums.deliveryDiscount
  const delivery = paid === 0 ? 'free delivery' : `${formatMoney(paid)} delivery`
  return `Estimate: ${formatMoney(sums.goods)}, ${delivery}, ${formatMoney(sums.tax)} sales tax.`
}
