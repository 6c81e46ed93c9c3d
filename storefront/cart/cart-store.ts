import type { ProductQuantity } from '@shop/contract/checkout/cart'
import { useSyncExternalStore } from 'react'
import { onStoredChange, readStored, writeStored } from '../data/storage.ts'
import { createStore } from '../data/store.ts'
import {
  type AddableProduct,
  type AddToCartError,
  addToCart,
  applyStockCheck,
  type CartItem,
  type CartTotals,
  cartTotals,
  type FreshStock,
  isCartFull,
  refreshStock,
  removeFromCart,
  setQuantity,
  withAdjustment,
} from './cart.ts'
import { CART_STORAGE_KEY, cartFromStorage, cartToStorage } from './cart-storage.ts'

/**
 * The cart of this browser. `restored` is false until local storage was read. `truncated` remains set once the stored
 * cart was found to have more lines than a cart may hold (R11).
 */
export type Cart = { items: readonly CartItem[]; restored: boolean; truncated: boolean }

const EMPTY_CART: Cart = { items: [], restored: false, truncated: false }
const store = createStore<Cart>(EMPTY_CART)

/** Reads the stored cart and follows changes in other tabs and pages restored by Back (R13). Call once, at start. */
export function startCart(): void {
  restore()
  onStoredChange([CART_STORAGE_KEY], restore)
}

/** The cart; empty on the server and during hydration. */
export function useCart(): Cart & { totals: CartTotals } {
  const cart = useSyncExternalStore(store.subscribe, store.get, () => EMPTY_CART)
  return { ...cart, totals: cartTotals(cart.items) }
}

/** The current cart, for use outside of rendering. */
export function currentCart(): readonly CartItem[] {
  return store.get().items
}

/** Adds one unit, or returns why not. A product without a name is ignored and logged. */
export function addProduct(product: AddableProduct): AddToCartError | null {
  const { items, error } = addToCart(currentCart(), product)
  if (error?.code === 'no-name') console.error('Product name missing in cart addition')
  if (error === null) save(items)
  return error
}

export function removeProduct(productId: string): void {
  save(removeFromCart(currentCart(), productId))
}

/**
 * Restores a removed line at its index, unless another tab has added the product again. `false` when the cart is full.
 */
export function restoreLine(line: CartItem, index: number): boolean {
  const items = currentCart()
  if (items.some(({ product_id }) => product_id === line.product_id)) return true
  if (isCartFull(items)) return false
  save([...items.slice(0, index), line, ...items.slice(index)])
  return true
}

export function changeQuantity(productId: string, quantity: number): void {
  save(setQuantity(currentCart(), productId, quantity))
}

/** Puts a changed line in the place of the one of its product. */
export function replaceLine(line: CartItem): void {
  save(currentCart().map((item) => (item.product_id === line.product_id ? line : item)))
}

/** Updates stock values; `true` when a quantity was reduced. */
export function refreshCart(fresh: readonly FreshStock[]): boolean {
  const { items, adjusted } = refreshStock(currentCart(), fresh)
  save(items)
  return adjusted
}

/** Reduces quantities to what a stock check allows; `true` when that is less than was posted. */
export function applyCheck(posted: readonly ProductQuantity[], allowed: readonly ProductQuantity[]): boolean {
  const { items, adjusted } = applyStockCheck(currentCart(), posted, allowed)
  if (adjusted) save(items)
  return adjusted
}

function restore(): void {
  const before = store.get()
  const { items, truncated } = cartFromStorage(readStored(CART_STORAGE_KEY))
  const known = new Map(before.items.map((item) => [item.product_id, item]))
  store.set({
    items: items.map((item) => {
      const { adjusted = null, missing } = known.get(item.product_id) ?? {}
      return { ...withAdjustment(item, adjusted), ...(missing && { missing }) }
    }),
    restored: true,
    truncated: truncated || before.truncated,
  })
}

function save(items: readonly CartItem[]): void {
  store.set({ ...store.get(), items, restored: true })
  if (!writeStored(CART_STORAGE_KEY, cartToStorage(items))) console.error('The cart could not be saved in this browser')
}
