import { MAX_CART_LINES } from '@shop/contract/checkout/cart'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { clearCart } from '../testing/clear-cart.ts'
import type { AddableProduct, CartItem } from './cart.ts'
import {
  addProduct,
  applyCheck,
  changeQuantity,
  currentCart,
  refreshCart,
  removeProduct,
  restoreLine,
} from './cart-store.ts'

// There is no local storage here; the cart has to work all the same. Other tabs, reload and Back are tested in a
// browser.

function buildGoods(product_id: string, overrides: Partial<AddableProduct> = {}): AddableProduct {
  return {
    product_id,
    product_name: `Bag ${product_id}`,
    price_cents: 7900,
    stock_quantity: 12,
    ...overrides,
  }
}

const quantities = () => Object.fromEntries(currentCart().map((item) => [item.product_id, item.quantity]))

function lineOf(productId: string): CartItem {
  const line = currentCart().find((item) => item.product_id === productId)
  if (line === undefined) throw new Error(`no line of product ${productId}`)
  return line
}

let log: MockInstance<typeof console.error>

beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {})
  clearCart()
  log.mockClear()
})

afterEach(() => {
  clearCart()
  log.mockRestore()
})

it('the cart without local storage holds what was added, and the failure to save is only logged', () => {
  expect(addProduct(buildGoods('1'))).toBeNull()
  expect(addProduct(buildGoods('1'))).toBeNull()
  expect(addProduct(buildGoods('2'))).toBeNull()
  expect(quantities()).toEqual({ 1: 2, 2: 1 })
  expect(log.mock.calls.flat()).toEqual(Array(3).fill('The cart could not be saved in this browser'))
})

it('the cart without local storage ignores a product without a name, and logs it', () => {
  expect(addProduct(buildGoods('1', { nameless: true }))?.code).toBe('no-name')
  expect(currentCart()).toEqual([])
  expect(log.mock.calls).toEqual([['Product name missing in cart addition']])
})

it('the cart without local storage rejects products that are sold out, without a price or at their limit, without logging', () => {
  expect(addProduct(buildGoods('1', { stock_quantity: 0 }))?.code).toBe('sold-out')
  expect(addProduct(buildGoods('1', { price_cents: null }))?.code).toBe('no-price')
  expect(log).not.toHaveBeenCalled()
  expect(addProduct(buildGoods('1', { stock_quantity: 1 }))).toBeNull()
  expect(addProduct(buildGoods('1', { stock_quantity: 1 }))?.code).toBe('limit')
  expect(quantities()).toEqual({ 1: 1 })
})

it('the cart without local storage puts a removed line back where it was', () => {
  for (const id of ['a', 'b', 'c']) addProduct(buildGoods(id))
  changeQuantity('b', 4)
  const line = lineOf('b')
  removeProduct('b')
  expect(quantities()).toEqual({ a: 1, c: 1 })
  restoreLine(line, 1)
  expect(currentCart().map((item) => [item.product_id, item.quantity])).toEqual([
    ['a', 1],
    ['b', 4],
    ['c', 1],
  ])
})

it('the cart without local storage does not restore a line whose product was added again', () => {
  addProduct(buildGoods('a'))
  changeQuantity('a', 4)
  const line = lineOf('a')
  removeProduct('a')
  addProduct(buildGoods('a'))
  expect(restoreLine(line, 0)).toBe(true)
  expect(currentCart().map((item) => [item.product_id, item.quantity])).toEqual([['a', 1]])
})

it('the cart without local storage does not restore a line into a full cart', () => {
  addProduct(buildGoods('a'))
  const line = lineOf('a')
  removeProduct('a')
  for (let id = 0; id < MAX_CART_LINES; id += 1) addProduct(buildGoods(`${id}`))
  expect(restoreLine(line, 0)).toBe(false)
  expect(currentCart()).toHaveLength(MAX_CART_LINES)
  expect(addProduct(buildGoods('a'))?.code).toBe('full')
})

it('the cart without local storage is cut by a refresh and by a check; each says whether it adjusted something', () => {
  addProduct(buildGoods('a'))
  changeQuantity('a', 8)
  expect(refreshCart([{ product_id: 'a', stock_quantity: 12 }])).toBe(false)
  expect(refreshCart([{ product_id: 'a', stock_quantity: 5 }])).toBe(true)
  expect(quantities()).toEqual({ a: 5 })
  const posted = [{ product_id: 'a', quantity: 5 }]
  expect(applyCheck(posted, [{ product_id: 'a', quantity: 5 }])).toBe(false)
  expect(applyCheck(posted, [{ product_id: 'a', quantity: 2 }])).toBe(true)
  expect(lineOf('a')).toMatchObject({ quantity: 2, adjusted: { was: 5, now: 2 } })
})

it('the cart without local storage is empty after it was cleared', () => {
  addProduct(buildGoods('a'))
  clearCart()
  expect(currentCart()).toEqual([])
})
