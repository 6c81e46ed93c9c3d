import { lineTotal } from '@shop/contract/money'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type AddableProduct,
  addToCart,
  applyStockCheck,
  type CartItem,
  cartTotals,
  lineLimit,
  refreshStock,
  removeFromCart,
  setQuantity,
  withAdjustment,
} from './cart.ts'
import { cartFromStorage, cartToStorage } from './cart-storage.ts'

/** The lines as storage returns them, in a tab without further state. */
const reload = (items: readonly CartItem[]) =>
  cartFromStorage(cartToStorage(items)).items.map((item) => withAdjustment(item, null))

// Few products, so the steps of a sequence affect the same lines.
const productId = fc.constantFrom('1', '2', '3', 'hybrid')
const stock = fc.integer({ min: 0, max: 15 })
const goods: fc.Arbitrary<AddableProduct> = fc.record({
  product_id: productId,
  product_name: fc.constantFrom('Campus Slim', 'Nomad Full'),
  price_cents: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  stock_quantity: stock,
})
const freshStock = fc.array(fc.record({ product_id: productId, stock_quantity: stock }), { maxLength: 4 })
const allowed = fc.array(fc.record({ product_id: productId, quantity: stock }), { maxLength: 4 })
const anyQuantity = fc.oneof(fc.integer({ min: -5, max: 20 }), fc.double())

/** A step of a sequence. */
const step: fc.Arbitrary<(items: CartItem[]) => CartItem[]> = fc.oneof(
  { weight: 4, arbitrary: goods.map((product) => (items: CartItem[]) => [...addToCart(items, product).items]) },
  productId.map((id) => (items: CartItem[]) => removeFromCart(items, id)),
  fc.tuple(productId, anyQuantity).map(
    ([id, quantity]) =>
      (items: CartItem[]) =>
        setQuantity(items, id, quantity),
  ),
  freshStock.map((fresh) => (items: CartItem[]) => refreshStock(items, fresh).items),
  allowed.map((check) => (items: CartItem[]) => applyStockCheck(items, items, check).items),
  fc.constant(reload),
)
const cart = fc.array(step, { maxLength: 30 }).map((steps) => steps.reduce<CartItem[]>((items, go) => go(items), []))

it('a cart after any sequence of changes holds 0 of a line only where its stock is 0, and otherwise 1 to the limit of the line (R14)', () => {
  fc.assert(
    fc.property(cart, (items) => {
      for (const { quantity, stock_quantity } of items) {
        expect(Number.isSafeInteger(quantity)).toBe(true)
        expect(quantity).toBeLessThanOrEqual(lineLimit(stock_quantity))
        expect(quantity === 0).toBe(stock_quantity === 0)
      }
    }),
    { numRuns: 300 },
  )
})

it('a cart after any sequence of changes: an adjusted line shows its current quantity', () => {
  fc.assert(
    fc.property(cart, (items) => {
      for (const { quantity, adjusted } of items) {
        if (quantity === 0) expect(adjusted).not.toBeNull()
        if (adjusted !== null) expect(adjusted.now).toBe(quantity)
      }
    }),
  )
})

it('a cart after any sequence of changes is the same in this tab when storage is read again, what was adjusted included (R13)', () => {
  const known = ({ stock_quantity, ...item }: CartItem) => ({ ...item, stock_quantity: stock_quantity || null })
  fc.assert(
    fc.property(cart, (items) => {
      const read = cartFromStorage(cartToStorage(items)).items
      const again = read.map((item, index) => withAdjustment(item, items[index]?.adjusted ?? null))
      expect(again.map(known)).toEqual(items.map(known))
    }),
  )
})

it('a cart after any sequence of changes holds a product once, with a name and a numeric price', () => {
  fc.assert(
    fc.property(cart, (items) => {
      expect(new Set(items.map((item) => item.product_id)).size).toBe(items.length)
      for (const item of items) {
        expect(item.product_name.trim()).not.toBe('')
        expect(Number.isSafeInteger(item.price_cents)).toBe(true)
      }
    }),
  )
})

it('a cart after any sequence of changes has totals that are the sums of its lines (R40)', () => {
  fc.assert(
    fc.property(cart, (items) => {
      let units = 0
      let price = 0
      for (const item of items) {
        units += item.quantity
        price += lineTotal(item)
      }
      expect(cartTotals(items)).toEqual({ totalItems: units, totalPriceCents: price })
    }),
  )
})

it('a cart after any sequence of changes is stored as exactly the five saved fields of each item (R11)', () => {
  fc.assert(
    fc.property(cart, (items) => {
      const stored = JSON.parse(cartToStorage(items))
      expect(Object.keys(stored)).toEqual(['items'])
      for (const item of stored.items) {
        expect(Object.keys(item)).toEqual(['product_id', 'product_name', 'price', 'quantity', 'stock_quantity'])
        expect(item.quantity).toBeGreaterThanOrEqual(1)
        expect(item.stock_quantity).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

it('a cart after any sequence of changes comes back from storage as it was in the five saved fields, a line that was sold out as one of unknown stock', () => {
  fc.assert(
    fc.property(cart, (items) => {
      const saved = ({ product_id, product_name, price_cents, quantity, stock_quantity }: CartItem) => {
        return {
          product_id,
          product_name,
          price_cents,
          quantity: quantity || 1,
          stock_quantity: stock_quantity || null,
        }
      }
      expect(cartFromStorage(cartToStorage(items)).items).toEqual(items.map(saved))
    }),
  )
})

it('a cart after any sequence of changes is never raised by a refresh above what was requested, and is adjusted exactly when a quantity fell', () => {
  fc.assert(
    fc.property(cart, freshStock, (items, fresh) => {
      const after = refreshStock(items, fresh)
      const fell = items.map((item, index) => (after.items[index]?.quantity ?? 0) < item.quantity)
      expect(after.adjusted).toBe(fell.includes(true))
      for (const [index, item] of items.entries()) {
        expect(after.items[index]?.quantity).toBeLessThanOrEqual(Math.max(1, item.quantity))
      }
    }),
  )
})

it('a cart after any sequence of changes is not adjusted by a stock check that allows everything (R2)', () => {
  fc.assert(
    fc.property(cart, (items) => {
      expect(applyStockCheck(items, items, items)).toEqual({ items, adjusted: false })
      expect(applyStockCheck(items, items, [])).toEqual({ items, adjusted: false })
    }),
  )
})
