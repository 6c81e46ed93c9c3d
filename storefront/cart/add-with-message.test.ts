import { MAX_CART_LINES } from '@shop/contract/checkout/cart'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closePopup, popupQueue } from '../popups/popup-store.ts'
import { clearCart } from '../testing/clear-cart.ts'
import { addWithMessage } from './add-with-message.tsx'
import type { AddableProduct } from './cart.ts'
import { currentCart } from './cart-store.ts'

function buildGoods(overrides: Partial<AddableProduct> = {}): AddableProduct {
  return {
    product_id: '1',
    product_name: 'Campus Slim',
    price_cents: 7900,
    stock_quantity: 3,
    ...overrides,
  }
}

const texts = () => popupQueue.get().map((popup) => popup.text)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // Counts wait for the page to be hidden.
  vi.stubGlobal('document', new EventTarget())
  clearCart()
  for (const { id } of popupQueue.get()) closePopup(id)
})

afterEach(() => {
  clearCart()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('adding to the cart shows a message: every add is confirmed, and only the one that reaches the limit says so (R41)', () => {
  addWithMessage(buildGoods())
  addWithMessage(buildGoods())
  expect(texts()).toEqual(['Product added to cart.'])
  addWithMessage(buildGoods())
  expect(texts()).toEqual(['Product added to cart.', 'Max 3 items allowed'])
  expect(popupQueue.get()).toMatchObject([
    { kind: 'success', timer: 4000, button: 'Close' },
    { kind: 'info', timer: 4000 },
  ])
})

it('adding to the cart shows a message: 15 clicks in one task add up to the limit, and leave one message of each', () => {
  const goods = buildGoods({ stock_quantity: 30 })
  for (let click = 0; click < 15; click += 1) addWithMessage(goods)
  expect(currentCart()).toMatchObject([{ quantity: 10 }])
  expect(texts()).toEqual(['Product added to cart.', 'Max 10 items allowed'])
})

it.each([{ nameless: true as const }, { price_cents: null }, { stock_quantity: 0 }])(
  'adding to the cart shows a message %j shows no popup',
  (reason) => {
    addWithMessage(buildGoods())
    closePopup(popupQueue.get()[0]?.id ?? 0)
    addWithMessage(buildGoods(reason))
    expect(texts()).toEqual([])
  },
)

it('adding to the cart shows a message: a cart of as many lines as it may hold refuses another product with a message (R11)', () => {
  for (let id = 0; id < MAX_CART_LINES; id += 1) addWithMessage(buildGoods({ product_id: `${id}` }))
  for (const { id } of popupQueue.get()) closePopup(id)
  addWithMessage(buildGoods({ product_id: 'one more' }))
  expect(currentCart()).toHaveLength(MAX_CART_LINES)
  expect(texts()).toEqual(['Your cart is full: it can hold 100 different products. Remove one to add another.'])
})
