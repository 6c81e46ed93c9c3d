import { MAX_CART_LINES } from '@shop/contract/cart'
import { describe, expect, test } from 'vitest'
import { cartTotals } from './cart.ts'
import { cartFromStorage } from './cart-storage.ts'

const item = { product_id: '101', product_name: 'A bag', price: 79, quantity: 2, stock_quantity: 24 }

describe('a stored cart', () => {
  test.each([
    ['that is not JSON', '{"items":['],
    ['that is empty', ''],
    ['that is null', 'null'],
    ['that is a number', '7'],
    ['without a list', '{"items":"three"}'],
    ['of things that are no items', '{"items":[null,7,"bag",[],{},{"product_name":"No id"}]}'],
  ])('%s is an empty cart', (_, stored) => {
    expect(cartFromStorage(stored).items).toEqual([])
  })

  test.each([
    ['bare array of items', [item], 2, 15800],
    ['readable item among broken ones', { items: [null, item, { quantity: 3 }] }, 2, 15800],
    ['price written as a string', { items: [{ ...item, price: '79.00' }] }, 2, 15800],
    ['negative quantity', { items: [{ ...item, quantity: -4 }] }, 1, 7900],
    ['huge quantity', { items: [{ ...item, quantity: 1e9 }] }, 10, 79000],
    ['product that stands there twice', { items: [item, item] }, 4, 31600],
  ])('with a %s is repaired', (_, stored, totalItems, totalPriceCents) => {
    expect(cartTotals(cartFromStorage(JSON.stringify(stored)).items)).toEqual({ totalItems, totalPriceCents })
  })

  test('of 500 items is cut', () => {
    const items = Array.from({ length: 500 }, (_, index) => ({ ...item, product_id: `gone-${index}` }))
    expect(cartFromStorage(JSON.stringify({ items })).items).toHaveLength(MAX_CART_LINES)
  })
})
