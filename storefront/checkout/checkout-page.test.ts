import { describe, expect, test } from 'vitest'
import { GUEST_STATE } from '../links/shop-link.tsx'
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

describe('access to the checkout (R16)', () => {
  test.each([
    ['nothing is decided before the user was restored', { ...anonymous, restored: false }, full, null, 'wait'],
    ['nothing is decided before the cart was restored', known, { ...empty, restored: false }, null, 'wait'],
    ['a signed-in visitor may', known, full, null, 'open'],
    ['a guest with the flag may', anonymous, full, GUEST_STATE, 'open'],
    ['anyone else goes to sign in', anonymous, full, null, 'login'],
    ['a flag of another kind is none', anonymous, full, { guest: 'true' }, 'login'],
    ['an empty cart is said to a signed-in visitor', known, empty, null, 'empty'],
    ['an empty cart is said to a guest', anonymous, empty, GUEST_STATE, 'empty'],
    ['an empty cart lets nobody around the sign-in', anonymous, empty, null, 'login'],
  ] as const)('%s', (_what, visitor, cart, state, gate) => {
    expect(checkoutGate(visitor, cart, state)).toBe(gate)
  })
})
