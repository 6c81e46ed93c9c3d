import { CHANGED_FIELDS, CHANGED_LINE_FIELDS } from '@shop/contract/checkout/calls'
import { keysOf } from '@shop/contract/http/coercion'
import { CallError, ERROR_STATUS } from '@shop/contract/http/errors'
import { expect, test } from 'vitest'
import type { CartItem } from '../../cart/cart.ts'
import { estimateOrder, NO_TAX } from '../../estimate/order-estimate.ts'
import {
  changeNotice,
  fieldError,
  NO_NOTICE,
  noticeLines,
  noticeOfOutcome,
  refusalNotice,
  sumsOf,
  withNotice,
} from './notice.ts'
import { outcomeOfError } from './outcome.ts'

const BAG = {
  product_id: '101',
  product_name: 'Sling',
  price_cents: 1200,
  quantity: 5,
  stock_quantity: 9,
  adjusted: null,
}
const POUCH = { ...BAG, product_id: '102', product_name: 'Pouch', quantity: 1 }
const VALUES = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@mail.example',
  phone: '',
  address1: '12 MAIN ST',
  address2: '',
  city: 'OAKLAND',
  state: 'CA',
  zipCode: '94601',
}

test('where nothing is left to order, nothing is left to pay for', () => {
  const gone = [{ field: 'items.0.product_id', message: 'Sling is sold out.' }]
  const isOver = (isLeft: boolean) => changeNotice(checkoutOf([BAG]), gone, isLeft).isNothingLeft
  expect([isOver(false), isOver(true)]).toEqual([true, false])
  expect(changeNotice(checkoutOf([BAG]), gone, false).next).toContain('There’s nothing left to order.')
})

/** A checkout of these lines, as far as a notice is about it. */
function checkoutOf(items: readonly CartItem[], values = VALUES): Parameters<typeof withNotice>[0] {
  const noop = () => {}
  const form = {
    values,
    typed: values,
    set: noop,
    field: (name: keyof typeof VALUES) => ({
      id: name,
      name,
      value: values[name],
      error: null,
      onChange: noop,
      onBlur: noop,
    }),
    checkAll: () => true,
  }
  return {
    items,
    form,
    choose: noop,
    delivery: { options: [], selected: null, isMissing: false, retry: () => undefined },
    tax: { terms: NO_TAX, pending: false, isKnown: true, note: '', commit: noop },
    today: new Date(0),
    estimate: estimateOrder(items, null, NO_TAX, new Date(0)),
    progress: { delivery: 'known', tax: 'known' },
    isOpen: true,
  }
}

const PRICE = { field: 'items.0.price', message: 'Sling cost $12.00 and now costs $15.00.' }
const TOTAL = { field: 'total', message: 'The total was $72.00 and is now $87.00.' }

test('a changed price, quantity and total are said at the line and at the total, and asked about once', () => {
  const notice = changeNotice(checkoutOf([BAG, POUCH]), [PRICE, TOTAL], true)
  expect(notice).toMatchObject({
    messages: [PRICE.message],
    next: 'You weren’t charged. Click Pay Now to order at the new total.',
  })
  const now = withNotice(checkoutOf([{ ...BAG, price_cents: 1500, quantity: 3 }, POUCH]), notice)
  expect(now.items.map(({ note }) => note)).toEqual(['was $12.00 each, quantity was 5', ''])
  expect(now.estimate.note).toBe('was $72.00')
})

const COLLECTED = { taxRate: 0.08, deliveryTaxed: false }
const EXPRESS = {
  ...{ key: '2', delivery_type_id: '2', display_text: 'Express', delivery_cost_cents: 995, estimated_days: 5 },
}

/** Estimates a checkout with a delivery option and a tax. */
function costing(checkout: ReturnType<typeof checkoutOf>, option: typeof EXPRESS | null, tax = NO_TAX) {
  return { ...checkout, estimate: estimateOrder(checkout.items, option, tax, new Date(0)) }
}

test.each([
  [
    'the tax of a state was switched on',
    costing(checkoutOf([POUCH]), null),
    costing(checkoutOf([POUCH]), null, COLLECTED),
    ['Sales tax was $0.00 and is now $0.96.', 'The total was $12.00 and is now $12.96.'],
  ],
  [
    'the price of the delivery changed',
    costing(checkoutOf([POUCH]), { ...EXPRESS, delivery_cost_cents: 800 }),
    costing(checkoutOf([POUCH]), EXPRESS),
    ['Delivery was $8.00 and is now $9.95.', 'The total was $20.00 and is now $21.95.'],
  ],
  [
    'the page could not load the new rate',
    costing(checkoutOf([POUCH]), null),
    costing(checkoutOf([POUCH]), null),
    ['The total was $12.00 and is now $12.96.'],
  ],
])('when only the total changed, since %s, the sums are said like other changes', (_what, before, now, lines) => {
  const detail = { field: 'total', message: 'The total was $12.00 and is now $12.96.' }
  const notice = changeNotice(before, [detail], true)
  expect(noticeLines(notice, sumsOf(now))).toEqual([
    ...lines,
    'You weren’t charged. Click Pay Now to order at the new total.',
  ])
})

const REFUSED_FIELDS = [
  ...CHANGED_FIELDS,
  ...CHANGED_LINE_FIELDS.map((field) => `items.0.${field}`),
  ...['key', 'nonce', 'customer.email', 'state'],
]

test.each(keysOf(ERROR_STATUS))('a refusal with the code %s is said, whatever it is about', (code) => {
  for (const field of [null, ...REFUSED_FIELDS]) {
    const details = field === null ? [] : [{ field, message: field === 'total' ? 'The total is another one.' : 'Why.' }]
    const response = { status: ERROR_STATUS[code], serverMessage: 'Nothing was charged.', retryAfter: null }
    const outcome = outcomeOfError(new CallError('status', 'x', { ...response, body: { error: code, details } }))
    if (outcome.name === 'placed') throw new Error('a refusal is no order')
    // Of a paused shop the popup is shown.
    if (outcome.name === 'paused') expect(code).toBe('orders_paused')
    else {
      const checkout = checkoutOf([BAG])
      const notice = noticeOfOutcome(outcome, { checkout, billingZip: '94601', isLeft: true })
      const lines = noticeLines(notice, sumsOf(checkout))
      expect(lines[0]?.trim()).toBeTruthy()
      expect(lines.join(' ')).toMatch(/charged/)
    }
  }
})

test('a total that came back to what it was is not called changed', () => {
  const notice = changeNotice(checkoutOf([BAG]), [PRICE], true)
  expect(withNotice(checkoutOf([BAG]), notice).estimate.note).toBe('')
})

test('without a notice nothing is said beside lines and total', () => {
  const shown = withNotice(checkoutOf([BAG]), NO_NOTICE)
  expect([shown.items[0]?.note, shown.estimate.note]).toEqual(['', ''])
})

test.each([
  ['the last line is sold out', [{ field: 'items.0.quantity', message: 'Sling is sold out.' }], false, 'nothing left'],
  [
    'the order comes to $0.00',
    [{ field: 'items', message: 'An order of $0.00 cannot be paid.' }],
    true,
    'weren’t charged.',
  ],
] as const)('no one is asked to press Pay Now again when %s', (_what, details, isLeft, next) => {
  const notice = changeNotice(checkoutOf([BAG]), details, isLeft)
  expect(notice.messages).toEqual([details[0].message])
  expect(notice.next).toContain(next)
  expect(notice.next).not.toContain('Press Pay Now')
})

test('what the shop says of a field stands beside it until the field changes, and anything else above Pay Now', () => {
  const details = [
    { field: 'address.zipCode', message: 'is not right' },
    { field: 'billingZip', message: 'is not a ZIP code' },
    { field: 'nonce', message: 'is too long' },
  ]
  const notice = refusalNotice('Please check the order.', details, { ...VALUES, billingZip: '00000' })
  expect(notice.messages).toEqual(['Please check the order.', 'is too long'])
  expect(withNotice(checkoutOf([BAG]), notice).form.field('zipCode').error).toBe('is not right')
  expect(withNotice(checkoutOf([BAG]), notice).form.field('city').error).toBeNull()
  const corrected = checkoutOf([BAG], { ...VALUES, zipCode: '94602' })
  expect(withNotice(corrected, notice).form.field('zipCode').error).toBeNull()
  expect(fieldError(notice.fields, 'billingZip', '00000')).toBe('is not a ZIP code')
  expect(fieldError(notice.fields, 'billingZip', '94601')).toBeNull()
})
