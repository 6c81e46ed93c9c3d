import { expect, test } from 'vitest'
import { deliveryNote } from './cart-page.tsx'

test('a cart with free delivery is not told that delivery is added', () => {
  expect(deliveryNote(4500)).toBe('Delivery of this cart is free; estimated tax is added at checkout.')
})

test('a smaller cart is told what is missing to free delivery, and that delivery is added', () => {
  expect(deliveryNote(3950)).toBe(
    'Free delivery from $45.00, $5.50 to go; delivery and estimated tax are added at checkout.',
  )
})
