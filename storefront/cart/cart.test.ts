import { MAX_CART_LINES, MAX_PER_LINE } from '@shop/contract/checkout/cart'
import { describe, expect, it } from 'vitest'
import {
  type AddableProduct,
  addToCart,
  applyStockCheck,
  type CartItem,
  cartTotals,
  checkAddToCart,
  findBlockingItem,
  lineLimit,
  refreshStock,
  setQuantity,
  wasCutSince,
  withAdjustment,
} from './cart.ts'
import { cartToStorage } from './cart-storage.ts'

function buildGoods(overrides: Partial<AddableProduct> = {}): AddableProduct {
  return {
    product_id: '1',
    product_name: 'Campus Slim, Blue',
    price_cents: 7900,
    stock_quantity: 12,
    ...overrides,
  }
}

const add = (items: readonly CartItem[], product: AddableProduct) => [...addToCart(items, product).items]

function buildItem(overrides: Partial<CartItem> = {}): CartItem {
  const [item] = add([], buildGoods())
  if (item === undefined) throw new Error('the goods could not be added')
  return { ...item, ...overrides }
}

function addTimes(times: number, goods: AddableProduct): CartItem[] {
  return Array.from({ length: times }).reduce<CartItem[]>((items) => add(items, goods), [])
}

it.each([
  [null, 10],
  [0, 0],
  [3, 3],
  [10, 10],
  [11, 10],
])('the limit of a line (R14) with stock %o it is %i', (known, limit) => {
  expect(lineLimit(known)).toBe(limit)
})

it('the limit of a line (R14): adding stops at 10', () => {
  const items = addTimes(15, buildGoods({ stock_quantity: 500 }))
  expect(cartTotals(items).totalItems).toBe(MAX_PER_LINE)
  expect(checkAddToCart(items, buildGoods({ stock_quantity: 500 }))?.code).toBe('limit')
})

it('the limit of a line (R14): adding stops at the stock', () => {
  const items = addTimes(15, buildGoods({ stock_quantity: 3 }))
  expect(cartTotals(items).totalItems).toBe(3)
})

it('adding: a product that is not in the cart adds a line of 1', () => {
  expect(add([], buildGoods())).toEqual([
    {
      product_id: '1',
      product_name: 'Campus Slim, Blue',
      price_cents: 7900,
      quantity: 1,
      stock_quantity: 12,
      adjusted: null,
    },
  ])
})

it('adding: a product that is in the cart raises its quantity by 1 and keeps the price of the day it was added (R39)', () => {
  const items = add([buildItem({ price_cents: 7500 })], buildGoods())
  expect(items).toMatchObject([{ quantity: 2, price_cents: 7500 }])
})

it.each([
  ['no-name', { nameless: true as const }],
  ['no-price', { price_cents: null }],
  ['sold-out', { stock_quantity: 0 }],
])('adding is refused: %s', (code, overrides) => {
  const items = [buildItem({ product_id: '2' })]
  expect(checkAddToCart(items, buildGoods(overrides))?.code).toBe(code)
  expect(add(items, buildGoods(overrides))).toEqual(items)
})

it('adding: a line that was sold out and is in stock again starts at 1', () => {
  const items = add(
    [buildItem({ quantity: 0, stock_quantity: 0, adjusted: { was: 2, now: 0 } })],
    buildGoods({ stock_quantity: 4 }),
  )
  expect(items).toMatchObject([{ quantity: 1, stock_quantity: 4 }])
})

it('adding changes nothing of the cart it was given', () => {
  const items = Object.freeze([Object.freeze(buildItem())])
  addToCart(items, buildGoods())
  expect(items).toMatchObject([{ quantity: 1 }])
})

const full = Array.from({ length: MAX_CART_LINES }, (_, index) => buildItem({ product_id: `${index}` }))

it('a cart of as many lines as it may hold (R11) rejects another product, and still accepts one more of a product in it', () => {
  expect(checkAddToCart(full, buildGoods({ product_id: 'one more' }))?.code).toBe('full')
  expect(add(full, buildGoods({ product_id: 'one more' }))).toEqual(full)
  expect(checkAddToCart(full, buildGoods({ product_id: '7' }))).toBeNull()
  expect(add(full, buildGoods({ product_id: '7' })).find((item) => item.product_id === '7')?.quantity).toBe(2)
})

it('adding to a line that a refresh had cut forgets what the refresh changed, since the line no longer says it', () => {
  const cut = buildItem({ quantity: 3, stock_quantity: 3, adjusted: { was: 5, now: 3 } })
  const [line] = add([cut], buildGoods({ stock_quantity: 8 }))
  expect(line).toMatchObject({ quantity: 4, adjusted: null })
})

it.each([
  [5, 5],
  [0, 1],
  [-3, 1],
  [99, 10],
  [2.9, 2],
  [Number.NaN, 4],
  [Number.POSITIVE_INFINITY, 4],
])('setting a quantity %d becomes %i with plenty in stock', (wanted, quantity) => {
  expect(setQuantity([buildItem({ quantity: 4 })], '1', wanted)).toMatchObject([{ quantity }])
})

it('setting a quantity is clamped at the stock, and at 10 while stock is unknown', () => {
  expect(setQuantity([buildItem({ stock_quantity: 3 })], '1', 7)).toMatchObject([{ quantity: 3 }])
  expect(setQuantity([buildItem({ stock_quantity: null })], '1', 11)).toMatchObject([{ quantity: 10 }])
})

it('setting a quantity to what the line holds already leaves what was adjusted', () => {
  const cut = buildItem({ quantity: 3, stock_quantity: 3, adjusted: { was: 5, now: 3 } })
  expect(setQuantity([cut], '1', 4)).toEqual([cut])
})

it('setting a quantity: a line without stock keeps 0', () => {
  expect(
    setQuantity([buildItem({ quantity: 0, stock_quantity: 0, adjusted: { was: 2, now: 0 } })], '1', 2),
  ).toMatchObject([{ quantity: 0 }])
})

it('setting a quantity leaves other lines alone', () => {
  const other = buildItem({ product_id: '2' })
  expect(setQuantity([buildItem(), other], '1', 2)[1]).toEqual(other)
})

it('a refresh caps each quantity at its stock and notes at the line what changed (R15)', () => {
  const { items, adjusted } = refreshStock([buildItem({ quantity: 5 })], [{ product_id: '1', stock_quantity: 3 }])
  expect(adjusted).toBe(true)
  expect(items).toMatchObject([{ quantity: 3, stock_quantity: 3, adjusted: { was: 5, now: 3 } }])
})

it('a refresh that says 0 caps the line at 0, where it stays and blocks checkout (R14)', () => {
  const { items, adjusted } = refreshStock([buildItem()], [{ product_id: '1', stock_quantity: 0 }])
  expect(adjusted).toBe(true)
  expect(findBlockingItem(items)).toMatchObject({ product_id: '1', quantity: 0 })
  expect(JSON.parse(cartToStorage(items)).items).toMatchObject([{ quantity: 1, stock_quantity: 0 }])
})

it('a product whose call finds nothing keeps its quantity in the cart, blocks checkout, and is as before once it is back (R14)', () => {
  const line = buildItem({ quantity: 4 })
  const gone = refreshStock([line], [{ product_id: '1', stock_quantity: null, missing: true }])
  expect(gone).toEqual({ items: [{ ...line, missing: true }], adjusted: false })
  expect(findBlockingItem(gone.items)).toMatchObject({ product_id: '1', quantity: 4 })
  expect(applyStockCheck(gone.items, gone.items, [{ product_id: '1', quantity: 0 }])).toEqual(gone)
  const [stored] = JSON.parse(cartToStorage(gone.items)).items
  expect(stored).toMatchObject({ quantity: 4, stock_quantity: 12 })
  expect(stored).not.toHaveProperty('missing')
  for (const stock_quantity of [12, null]) {
    const back = refreshStock(gone.items, [{ product_id: '1', stock_quantity }])
    expect(back).toEqual({ items: [line], adjusted: false })
  }
  expect(add(gone.items, buildGoods())).toEqual([{ ...line, quantity: 5 }])
})

it('a refresh that brings a sold-out line back sets it to 1, which is no adjustment', () => {
  const gone = buildItem({ quantity: 0, stock_quantity: 0, adjusted: { was: 2, now: 0 } })
  const { items, adjusted } = refreshStock([gone], [{ product_id: '1', stock_quantity: 6 }])
  expect(adjusted).toBe(false)
  expect(items).toMatchObject([{ quantity: 1, stock_quantity: 6, adjusted: null }])
  expect(findBlockingItem(items)).toBeNull()
})

it('a refresh never brings back a line that was removed while it ran (R39)', () => {
  expect(refreshStock([], [{ product_id: '1', stock_quantity: 9 }])).toEqual({ items: [], adjusted: false })
})

it('a refresh without a stock changes nothing of what is known (R14)', () => {
  const known = buildItem({ quantity: 5, adjusted: { was: 7, now: 5 } })
  expect(refreshStock([known], [{ product_id: '1', stock_quantity: null }])).toEqual({
    items: [known],
    adjusted: false,
  })
})

describe('a line that another tab changed', () => {
  const item = { product_id: '1', product_name: 'Campus Slim, Blue', price_cents: 7900 }

  it('no longer says what was adjusted once its quantity is another', () => {
    const line = withAdjustment({ ...item, quantity: 2, stock_quantity: 3 }, { was: 5, now: 3 })
    expect(line).toMatchObject({ quantity: 2, adjusted: null })
  })

  it('stays sold out until a stock above 0 is known', () => {
    const gone = { was: 2, now: 0 }
    expect(withAdjustment({ ...item, quantity: 1, stock_quantity: null }, gone)).toMatchObject({
      quantity: 0,
      stock_quantity: 0,
      adjusted: gone,
    })
    expect(withAdjustment({ ...item, quantity: 1, stock_quantity: 6 }, gone)).toMatchObject({
      quantity: 1,
      stock_quantity: 6,
      adjusted: null,
    })
  })
})

it('a stock check (R2) caps what is short and leaves the rest as it is', () => {
  const items = [buildItem({ quantity: 5 }), buildItem({ product_id: '2', quantity: 2 })]
  const checked = applyStockCheck(items, items, [
    { product_id: '1', quantity: 4 },
    { product_id: '2', quantity: 2 },
  ])
  expect(checked.adjusted).toBe(true)
  expect(checked.items).toMatchObject([{ quantity: 4, adjusted: { was: 5, now: 4 } }, items[1]])
})

it('a stock check (R2) that allows less than was posted adjusts, also where a refresh has cut the line already (R15)', () => {
  const cut = buildItem({ quantity: 3, stock_quantity: 3, adjusted: { was: 5, now: 3 } })
  const posted = [{ product_id: '1', quantity: 5 }]
  const checked = applyStockCheck([cut], posted, [{ product_id: '1', quantity: 3 }])
  expect(checked).toEqual({ items: [cut], adjusted: true })
})

it('a stock check (R2) leaves alone what was raised after it was posted, and a line that was removed', () => {
  const posted = [{ product_id: '1', quantity: 2 }]
  const raised = [buildItem({ quantity: 5 })]
  const checked = applyStockCheck(raised, posted, [{ product_id: '1', quantity: 2 }])
  expect(checked).toEqual({ items: raised, adjusted: false })
  expect(applyStockCheck([], posted, [{ product_id: '1', quantity: 0 }])).toEqual({ items: [], adjusted: false })
})

it('a stock check (R2): a refresh that reduces a line below what was posted counts as an adjustment, a shopper who does so does not', () => {
  const posted = [{ product_id: '1', quantity: 5 }]
  const before = [buildItem({ quantity: 5 })]
  expect(wasCutSince(posted, before)).toBe(false)
  expect(wasCutSince(posted, refreshStock(before, [{ product_id: '1', stock_quantity: 3 }]).items)).toBe(true)
  expect(wasCutSince(posted, setQuantity(before, '1', 3))).toBe(false)
  expect(wasCutSince(posted, [])).toBe(false)
})
