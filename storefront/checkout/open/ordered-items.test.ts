import { afterEach, expect, test } from 'vitest'
import { addProduct, changeQuantity, currentCart, removeProduct } from '../../cart/cart-store.ts'
import { clearCart } from '../../testing/clear-cart.ts'
import { beginAttempt, currentAttempt, endAttempt, noteNumber } from './attempt.ts'
import { endPlaced } from './ordered-items.ts'

const GUEST = 'guest'
const ORDER = { items: [{ product_id: '101', quantity: 2 }] }

/** Puts so many units of a product into the cart. */
function put(product_id: string, quantity: number): void {
  addProduct({ product_id, product_name: 'Bag', price_cents: 7900, stock_quantity: 9 })
  changeQuantity(product_id, quantity)
}

const quantities = () => currentCart().map(({ product_id, quantity }) => [product_id, quantity])

afterEach(() => {
  endAttempt()
  clearCart()
})

test('ordered items leave the cart, and the attempt is over', () => {
  put('101', 2)
  endPlaced(beginAttempt(GUEST), ORDER)
  expect([currentAttempt(GUEST), quantities()]).toEqual([null, []])
})

test('units and products that were added since remain', () => {
  put('101', 5)
  put('102', 1)
  endPlaced(beginAttempt(GUEST), ORDER)
  expect(quantities()).toEqual([
    ['101', 3],
    ['102', 1],
  ])
})

test('the attempt is over although the cart no longer holds anything of the order', () => {
  put('101', 2)
  const attempt = beginAttempt(GUEST)
  removeProduct('101')
  put('102', 1)
  endPlaced(attempt, ORDER)
  expect([currentAttempt(GUEST), quantities()]).toEqual([null, [['102', 1]]])
})

test('an order without a known quantity takes the whole line from the cart', () => {
  put('101', 5)
  endPlaced(beginAttempt(GUEST), { items: [{ product_id: '101' }] })
  expect(quantities()).toEqual([])
})

test('a second tab that learns of the order takes nothing more out, and its number does not begin the attempt anew', () => {
  put('101', 5)
  const attempt = beginAttempt(GUEST)
  endPlaced(attempt, ORDER)
  noteNumber(attempt, '200123')
  endPlaced(attempt, ORDER)
  expect([currentAttempt(GUEST), quantities()]).toEqual([null, [['101', 3]]])
})

test('an order that is known late does not end the attempt of the next one', () => {
  const before = beginAttempt(GUEST)
  endAttempt()
  const { key } = beginAttempt(GUEST)
  endPlaced(before, ORDER)
  expect(currentAttempt(GUEST)?.key).toBe(key)
})

test('the number to refer to is noted with the attempt', () => {
  noteNumber(beginAttempt(GUEST), '200123')
  expect(currentAttempt(GUEST)).toMatchObject({ isOpen: true, number: '200123' })
})
