import { formatMoney } from '@shop/contract/money'
import type { CartItem } from '../../cart/cart.ts'
import type { CheckoutName } from '../checkout-fields.ts'
import type { Checkout, SummaryItem } from '../use-checkout.ts'
import type { Detail, Outcome } from './outcome.ts'

/** Why no order was placed, and what the next press orders. */
export type Notice = {
  messages: readonly string[]
  /** The shop's errors by field. */
  fields: readonly FieldError[]
  /** The values that the page showed before something changed; `null` when nothing has. */
  before: Shown | null
  /** The shop's message about the total, where it says nothing else. */
  total: string | null
  /** The next step, told last. */
  next: string | null
  /** Whether nothing of the cart can be ordered now. */
  isNothingLeft: boolean
  /** Whether another card would not help, so the cart can be sent as an inquiry. */
  offersInquiry: boolean
}

type FieldName = CheckoutName | 'billingZip'
/** `value` is what it was said of: once the field has another one, it is no longer shown. */
type FieldError = { name: FieldName; message: string; value: string }
type Sums = { total: number; parts: readonly { name: string; cents: number }[] }
type Shown = Sums & { items: readonly CartItem[] }

export const NO_NOTICE: Notice = {
  ...{ messages: [], fields: [], before: null, total: null, next: null, isNothingLeft: false, offersInquiry: false },
}

const ORDER_AGAIN = 'You weren’t charged. Click Pay Now to order at the new total.'
const NOTHING_LEFT = 'You weren’t charged. There’s nothing left to order.'

const NOT_RECEIVED = 'Your order didn’t reach us, and you weren’t charged. Please click Pay Now again.'

/** The notice after a press that placed no order; `isLeft` as for a change. */
export function noticeOfOutcome(
  outcome: Exclude<Outcome, { name: 'placed' | 'paused' }>,
  { checkout, billingZip, isLeft }: { checkout: Checkout; billingZip: string; isLeft: boolean },
): Notice {
  switch (outcome.name) {
    case 'declined':
      return { ...NO_NOTICE, messages: [outcome.message] }
    case 'ended':
      return { ...NO_NOTICE, messages: [outcome.message], offersInquiry: outcome.isUnavailable }
    case 'changed':
      return changeNotice(checkout, outcome.details, isLeft)
    case 'refused':
      return refusalNotice(outcome.message, outcome.details, { ...checkout.form.values, billingZip })
    default:
      return { ...NO_NOTICE, messages: [NOT_RECEIVED] }
  }
}

/** The sums of a checkout, as far as they change without its lines. */
export function sumsOf({ estimate: { sums } }: Pick<Checkout, 'estimate'>): Sums {
  const delivery = { name: 'Delivery', cents: sums.delivery - sums.deliveryDiscount }
  return { total: sums.total, parts: [delivery, { name: 'Sales tax', cents: sums.tax }] }
}

/** The changes between the page and the shop. `isLeft`: whether anything of the cart can still be ordered. */
export function changeNotice(checkout: Checkout, details: readonly Detail[], isLeft: boolean): Notice {
  const isImpossible = details.some(({ field }) => field === 'items')
  const others = details.filter(({ field }) => field !== 'total')
  return {
    ...NO_NOTICE,
    messages: others.map(({ message }) => message),
    before: { items: checkout.items, ...sumsOf(checkout) },
    total: others.length > 0 ? null : (details[0]?.message ?? null),
    next: isImpossible ? 'You weren’t charged.' : isLeft ? ORDER_AGAIN : NOTHING_LEFT,
    isNothingLeft: !isImpossible && !isLeft,
  }
}

const FIELD_NAMES = {
  'customer.firstName': 'firstName',
  'customer.lastName': 'lastName',
  'customer.email': 'email',
  'customer.phone': 'phone',
  'address.address1': 'address1',
  'address.address2': 'address2',
  'address.city': 'city',
  'address.state': 'state',
  'address.zipCode': 'zipCode',
  billingZip: 'billingZip',
} as const satisfies Record<string, FieldName>

/** A request that the shop did not accept: what it says of a field stands beside the field, and anything else above Pay Now. */
export function refusalNotice(
  message: string,
  details: readonly Detail[],
  values: Readonly<Record<FieldName, string>>,
): Notice {
  const fields = details.flatMap((detail) => {
    const name = Object.entries(FIELD_NAMES).find(([field]) => field === detail.field)?.[1]
    return name === undefined ? [] : [{ name, message: detail.message, value: values[name] }]
  })
  const others = details.filter(({ field }) => !Object.hasOwn(FIELD_NAMES, field))
  return { ...NO_NOTICE, messages: [message, ...others.map((detail) => detail.message)], fields }
}

/**
 * All that a notice says, in the order in which it is read. `now`: the sums of the next press; the page's own may be older than
 * the total of the shop, which is said then.
 */
export function noticeLines({ messages, before, total, next }: Notice, now: Sums): string[] {
  if (before === null) return [...messages]
  const changed = now.parts.flatMap(({ name, cents }) => {
    const old = before.parts.find((part) => part.name === name)?.cents ?? cents
    return old === cents ? [] : [changeOf(name, old, cents)]
  })
  const said = before.total === now.total ? total : changeOf('The total', before.total, now.total)
  return [...messages, ...changed, ...(said === null ? [] : [said]), ...(next === null ? [] : [next])]
}

function changeOf(name: string, old: number, now: number): string {
  return `${name} was ${formatMoney(old)} and is now ${formatMoney(now)}.`
}

/** The checkout with what the notice says at its place: the old price at the line, the old total at the total. */
export function withNotice(checkout: Checkout, { before, fields }: Notice): Checkout {
  const { estimate, form, items } = checkout
  return {
    ...checkout,
    form: {
      ...form,
      field: (name) => {
        const field = form.field(name)
        return { ...field, error: field.error ?? fieldError(fields, name, field.value) }
      },
    },
    items: items.map((item) => ({ ...item, note: lineNote(item, before) })),
    estimate: { ...estimate, note: before === null ? '' : totalNote(estimate.sums.total, before.total) },
  }
}

/** The shop's message about a field's value; `null` when it said nothing of it. */
export function fieldError(fields: Notice['fields'], name: FieldName, value: string): string | null {
  return fields.find((error) => error.name === name && error.value === value)?.message ?? null
}

/** A discount code's amount off the line, and its changes. */
function lineNote({ product_id, price_cents, quantity, note }: SummaryItem, before: Shown | null): string {
  const old = before?.items.find((item) => item.product_id === product_id)
  const code = note ? [note] : []
  if (old === undefined) return code.join()
  const price = old.price_cents === price_cents ? [] : [`was ${formatMoney(old.price_cents)} each`]
  const count = old.quantity === quantity ? [] : [`quantity was ${old.quantity}`]
  return [...code, ...price, ...count].join(', ')
}

function totalNote(now: number, old: number): string {
  return now === old ? '' : `was ${formatMoney(old)}`
}
