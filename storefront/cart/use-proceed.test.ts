import type { ProductQuantity } from '@shop/contract/checkout/cart'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearCart } from '../testing/clear-cart.ts'
import type { AddableProduct, FreshStock } from './cart.ts'
import { addProduct, changeQuantity, currentCart, refreshCart, removeProduct, restoreLine } from './cart-store.ts'
import { CHECK_TIMEOUT_MS, checkStock } from './use-proceed.ts'
import { createStockRefresh } from './use-stock-refresh.ts'

function fill(quantities: Record<string, number>): void {
  clearCart()
  for (const [product_id, quantity] of Object.entries(quantities)) {
    const goods: AddableProduct = {
      product_id,
      product_name: `Bag ${product_id}`,
      price_cents: 7900,
      stock_quantity: 12,
    }
    addProduct(goods)
    changeQuantity(product_id, quantity)
  }
}

const quantities = () => Object.fromEntries(currentCart().map((item) => [item.product_id, item.quantity]))

/** A refresh whose responses the test controls. */
function openRefresh() {
  const responses = new Map<string, (fresh: FreshStock | null) => void>()
  const adjusted = vi.fn()
  const refresh = createStockRefresh((id) => new Promise((resolve) => responses.set(id, resolve)), adjusted)
  const respond = (id: string, stock_quantity: number | null) => responses.get(id)?.({ product_id: id, stock_quantity })
  return { ...refresh, respond, adjusted, calls: responses }
}

const idle = { refresh: { settled: async () => {}, lookAgain: async () => {} } }
const everything = async (posted: readonly ProductQuantity[]) => [...posted]

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  fill({ a: 5, b: 1 })
})

afterEach(() => {
  clearCart()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('the stock check before checkout (R15) adjusts nothing when everything is allowed', async () => {
  expect(await checkStock({ post: everything, ...idle })).toBe(false)
  expect(quantities()).toEqual({ a: 5, b: 1 })
})

it('the stock check before checkout (R15) blocks when less is allowed than was posted, also after a refresh has reduced the line', async () => {
  const post = async () => {
    refreshCart([{ product_id: 'a', stock_quantity: 3 }])
    return [{ product_id: 'a', quantity: 3 }]
  }
  expect(await checkStock({ post, ...idle })).toBe(true)
  expect(quantities()).toEqual({ a: 3, b: 1 })
})

it('the stock check before checkout (R15) waits for a refresh that is under way, and blocks when that one cuts a line', async () => {
  const refresh = openRefresh()
  refresh.request(['a', 'b'])
  let done = false
  const check = checkStock({ post: everything, refresh }).finally(() => {
    done = true
  })
  refresh.respond('b', 12)
  await new Promise(setImmediate)
  expect(done).toBe(false)
  refresh.respond('a', 0)
  expect(await check).toBe(true)
  expect(quantities()).toEqual({ a: 0, b: 1 })
})

it('the stock check before checkout (R15) lets the shopper lower a quantity while it runs', async () => {
  const post = async (posted: readonly ProductQuantity[]) => {
    changeQuantity('a', 2)
    return [...posted]
  }
  expect(await checkStock({ post, ...idle })).toBe(false)
  expect(quantities()).toEqual({ a: 2, b: 1 })
})

it('the stock check before checkout (R15) lets the shopper raise a quantity while it runs', async () => {
  const post = async (posted: readonly ProductQuantity[]) => {
    changeQuantity('a', 7)
    return [...posted]
  }
  expect(await checkStock({ post, ...idle })).toBe(false)
  expect(quantities()).toEqual({ a: 7, b: 1 })
})

it('the stock check before checkout (R15) that fails adjusts nothing and is logged, yet a refresh that cut a line blocks', async () => {
  const post = () => Promise.reject(new Error('no answer'))
  expect(await checkStock({ post, ...idle })).toBe(false)
  expect(console.info).toHaveBeenCalledWith('The stock could not be checked', expect.any(Error))
  const cut = async () => {
    refreshCart([{ product_id: 'a', stock_quantity: 1 }])
    return Promise.reject(new Error('no answer'))
  }
  expect(await checkStock({ post: cut, ...idle })).toBe(true)
})

it('the stock check before checkout (R15) times out', async () => {
  vi.useFakeTimers()
  const refresh = openRefresh()
  refresh.request(['a'])
  const post = (_: readonly ProductQuantity[], signal: AbortSignal) =>
    new Promise<ProductQuantity[]>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const check = checkStock({ post, refresh })
  await vi.advanceTimersByTimeAsync(CHECK_TIMEOUT_MS)
  expect(await check).toBe(false)
  expect(quantities()).toEqual({ a: 5, b: 1 })
})

it.each([
  ['missing', { stock_quantity: null, missing: true }, { adjusted: false, quantity: 5 }],
  ['sold out', { stock_quantity: 0 }, { adjusted: true, quantity: 0 }],
  ['unknown', null, { adjusted: true, quantity: 0 }],
] as const)(
  'a product that the check allows no pieces of, and that is %s, is requested again (R14)',
  async (_, found, { adjusted, quantity }) => {
    const asked: string[] = []
    const refresh = createStockRefresh(
      async (product_id) => {
        asked.push(product_id)
        if (asked.length === 1) return { product_id, stock_quantity: 12 }
        return found === null ? Promise.reject(new Error('no answer')) : { product_id, ...found }
      },
      () => {},
    )
    refresh.request(['a'])
    const post = async () => [
      { product_id: 'a', quantity: 0 },
      { product_id: 'b', quantity: 1 },
    ]
    expect(await checkStock({ post, refresh })).toBe(adjusted)
    expect([asked, quantities()]).toEqual([['a', 'a'], { a: quantity, b: 1 }])
  },
)

it('the refresh of the cart page requests each product once', () => {
  const refresh = openRefresh()
  refresh.request(['a', 'b'])
  refresh.calls.clear()
  refresh.request(['a', 'b', 'c'])
  expect([...refresh.calls.keys()]).toEqual(['c'])
})

it('the refresh of the cart page reports reduced quantities, and nothing else', async () => {
  const refresh = openRefresh()
  refresh.request(['a', 'b'])
  refresh.respond('a', 12)
  refresh.respond('b', null)
  await refresh.settled()
  expect(refresh.adjusted).not.toHaveBeenCalled()
  const second = openRefresh()
  second.request(['a'])
  second.respond('a', 2)
  await second.settled()
  expect(second.adjusted).toHaveBeenCalledOnce()
  expect(quantities()).toEqual({ a: 2, b: 1 })
})

it('the refresh of the cart page requests a line again that was removed before its response and restored after it', async () => {
  const [line] = currentCart()
  if (line === undefined) throw new Error('the cart is empty')
  const refresh = openRefresh()
  refresh.request(['a', 'b'])
  refresh.respond('b', 12)
  removeProduct('a')
  refresh.respond('a', 3)
  await refresh.settled()
  expect(quantities()).toEqual({ b: 1 })
  restoreLine(line, 0)
  refresh.request(['a', 'b'])
  refresh.respond('a', 3)
  await refresh.settled()
  expect(quantities()).toEqual({ a: 3, b: 1 })
})
