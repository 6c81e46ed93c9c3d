import { expect, test } from 'vitest'
import type { CartItem } from '../cart/cart.ts'
import { changeNotice, fieldError, NO_NOTICE, refusalNotice, withNotice } from './notice.ts'
import { estimateOrder, NO_TAX } from './order-estimate.ts'

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
    tax: { terms: NO_TAX, pending: false, note: '', commit: noop },
    today: new Date(0),
    estimate: estimateOrder(items, null, NO_TAX, new Date(0)),
    progress: { delivery: 'known', tax: 'known' },
    isOpen: true,
  }
}

const PRICE = { field: 'items.0.price', message: 'Sling cost $12.00 and costs $15.00 now.' }
const TOTAL = { field: 'total', message: 'The total was $72.00 and is $87.00 now.' }

test('a changed price, quantity and total are said at the line and at the total, and asked about once', () => {
  const notice = changeNotice(checkoutOf([BAG, POUCH]), [PRICE, TOTAL], true)
  expect(notice).toMatchObject({
    messages: [PRICE.message],
    next: 'You were not charged. Press Pay Now to order as it is now.',
  })
  const now = withNotice(checkoutOf([{ ...BAG, price_cents: 1500, quantity: 3 }, POUCH]), notice)
  expect(now.items.map(({ note }) => note)).toEqual(['was $12.00 each, quantity was 5', ''])
  expect(now.estimate.note).toBe('was $72.00')
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
    'not charged.',
  ],
] as const)('nobody is asked to press Pay Now again when %s', (_what, details, isLeft, next) => {
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
