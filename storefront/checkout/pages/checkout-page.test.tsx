import { parseDeliveryOptions } from '@shop/contract/delivery/calls'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { GUEST_STATE } from '../../links/shop-link.tsx'
import { DeliveryChoice } from '../delivery-choice.tsx'
import { checkoutGate } from './checkout-page.tsx'

const user = { customer_id: '1', firstName: 'Ada', lastName: 'Shopper', email: 'ada@packwright.example' }
const known = { user, token: 'token', restored: true }
const anonymous = { user: null, token: null, restored: true }
const full = {
  items: [
    { product_id: '1', product_name: 'Bag', price_cents: 7900, quantity: 1, stock_quantity: null, adjusted: null },
  ],
  restored: true,
}
const empty = { items: [], restored: true }

test.each([
  ['nothing is decided before the user was restored', { ...anonymous, restored: false }, full, null, 'wait'],
  ['nothing is decided before the cart was restored', known, { ...empty, restored: false }, null, 'wait'],
  ['a signed-in visitor may', known, full, null, 'open'],
  ['a guest with the flag may', anonymous, full, GUEST_STATE, 'open'],
  ['anyone else goes to sign in', anonymous, full, null, 'login'],
  ['a flag of another kind is none', anonymous, full, { guest: 'true' }, 'login'],
  ['an empty cart is said to a signed-in visitor', known, empty, null, 'empty'],
  ['an empty cart is said to a guest', anonymous, empty, GUEST_STATE, 'empty'],
  ['an empty cart lets no one around the sign-in', anonymous, empty, null, 'login'],
] as const)('access to the checkout (R16) %s', (_what, visitor, cart, state, gate) => {
  expect(checkoutGate(visitor, cart, state)).toBe(gate)
})

const GROUND = { delivery_type_id: 1, display_text: 'Ground', delivery_cost: 5, estimated_days: 3 }

/** The options as the checkout offers them on a Monday, the second one chosen. */
function offered(rows: object[]): string {
  const options = parseDeliveryOptions(rows)
  const checkout = {
    items: [
      { product_id: '1', product_name: 'Pouch', price_cents: 1400, quantity: 1, stock_quantity: 3, adjusted: null },
    ],
    delivery: { options, selected: options[1] ?? null, isMissing: false, retry: () => undefined },
    progress: { delivery: 'known', tax: 'known' },
    today: new Date('2026-11-23T12:00:00'),
    choose: () => {},
    isOpen: false,
  } as const
  return renderToStaticMarkup(<DeliveryChoice checkout={checkout} error={null} />)
}

test('only the chosen one of two options with one id is checked (R48)', () => {
  const inputs = [...offered([GROUND, { ...GROUND, delivery_cost: 9 }]).matchAll(/<input[^>]*>/g)].map(
    ([input]) => input,
  )
  expect(inputs.map((input) => input.includes('checked=""'))).toEqual([false, true])
  expect(new Set(inputs.map((input) => /value="([^"]*)"/.exec(input)?.[1])).size).toBe(2)
})

test("an option without days is offered with the date 'N/A' (R48)", () => {
  const html = offered([GROUND, { ...GROUND, delivery_type_id: 2, estimated_days: null }])
  expect(html).toContain('Thu, Nov 26')
  expect(html).toContain('Arrival date: N/A')
  expect(html.match(/<input/g)).toHaveLength(2)
})
