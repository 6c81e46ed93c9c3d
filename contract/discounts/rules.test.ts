import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { lineTotal } from '../money.ts'
import { chargeFor, orderTotals, type PaidOrder, paidCents, paidFor, paidGoods } from '../order-totals.ts'
import { CODE_PATTERN, type Discount, discountOrder, normalizeCode } from './rules.ts'

const ORDERS = process.env.TEST_FORM === 'long' ? 10_000 : 2000
const TERMS = { deliveryCost: 599, taxRate: 0.0882, deliveryTaxed: false }
const BAG = { product_id: 'bag', price_cents: 7900, quantity: 1 }
const POUCH = { product_id: 'pouch', price_cents: 1399, quantity: 3 }
const code = (some: Partial<Discount>): Discount => {
  return { code: 'SUMMER', kind: 'percent', value: 10, product_ids: null, minimum_cents: 0, ...some }
}
const order = (lines: (typeof BAG)[], discount: Discount, terms = TERMS) =>
  discountOrder(lines, orderTotals(lines, terms), terms, discount)

describe('what an order costs with a code', () => {
  it('takes a percent off each line, half a cent rounded up, and taxes what is paid', () => {
    // 10 % of 41.97 is 4.197; 8.82 % of 79.00 + 41.97 − 7.90 − 4.20 is 9.59634.
    expect(order([BAG, POUCH], code({}))).toEqual({
      shares: [790, 420],
      code_discount: 1210,
      problem: null,
      sums: { goods: 12_097, delivery: 2396, deliveryDiscount: 2396, tax: 960, total: 12_097 - 1210 + 960 },
    })
  })

  it('spreads an amount over the lines, to the cent', () => {
    expect(order([BAG, POUCH], code({ kind: 'amount', value: 1000 })).shares).toEqual([653, 347])
    const three = [1, 2, 3].map((id) => ({ ...BAG, product_id: String(id) }))
    expect(order(three, code({ kind: 'amount', value: 100 })).shares).toEqual([33, 34, 33])
  })

  it('takes nothing off products that it is not for', () => {
    const { shares, problem } = order([BAG, POUCH], code({ product_ids: ['pouch'] }))
    expect([shares, problem]).toEqual([[0, 420], null])
  })

  it('is for goods of its minimum, to the cent', () => {
    expect(order([BAG], code({ minimum_cents: 7900 }))).toMatchObject({ shares: [790], problem: null })
    expect(order([BAG], code({ minimum_cents: 7901 }))).toMatchObject({ shares: [0], problem: expect.any(String) })
  })

  it('takes at most the goods off: the delivery is paid', () => {
    const { sums, code_discount } = order([{ ...POUCH, quantity: 1 }], code({ kind: 'amount', value: 5000 }))
    expect([code_discount, sums.delivery, sums.deliveryDiscount, sums.tax, sums.total]).toEqual([1399, 599, 0, 0, 599])
  })

  it('leaves delivery free by what the goods cost before it', () => {
    const { sums } = order([{ ...BAG, price_cents: 4500 }], code({ value: 50 }))
    expect([sums.delivery, sums.deliveryDiscount, sums.total]).toEqual([599, 599, 2250 + 198])
  })

  it('taxes the delivery that is paid where delivery is taxed', () => {
    const taxed = { ...TERMS, taxRate: 0.1, deliveryTaxed: true }
    expect(order([{ ...POUCH, quantity: 1 }], code({ value: 50 }), taxed).sums.tax).toBe(130)
  })

  it.each([
    ['nothing of it is in the cart', { product_ids: ['duffel'] }, 'The code SUMMER doesn’t apply to these products.'],
    [
      'the goods are below its minimum',
      { minimum_cents: 15_000 },
      'The code SUMMER needs items worth $150.00 or more. These cost $120.97.',
    ],
    [
      'nothing is left to pay',
      { value: 100 },
      'With the code SUMMER there’s nothing left to pay, and we can’t place an order of $0.00.',
    ],
  ])('says why where %s', (_, some, problem) => {
    expect(order([BAG, POUCH], code(some)).problem).toBe(problem)
  })

  it('is without a discount where the code is for none of it', () => {
    const { sums, code_discount } = order([BAG], code({ minimum_cents: 15_000 }))
    expect([sums, code_discount]).toEqual([orderTotals([BAG], TERMS), 0])
  })
})

test.each([
  [' summer-10 ', 'SUMMER-10'],
  ['Ab1', 'AB1'],
])('the code %o is %s', (typed, stored) => {
  expect(normalizeCode(typed)).toBe(stored)
  expect(stored).toMatch(CODE_PATTERN)
})

test.each(['A', 'AB', '🎒🎒🎒', 'TWO WORDS', '-ABC', 'É10', 'X'.repeat(31)])('%o is no code', (text) => {
  expect(normalizeCode(text)).not.toMatch(CODE_PATTERN)
})

const line = fc.record({
  price_cents: fc.integer({ min: 0, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 10 }),
  isChosen: fc.boolean(),
})
const coded = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  discount: fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), value: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 1, max: 500_000 }) }),
  ),
  isForAll: fc.boolean(),
  deliveryCost: fc.integer({ min: 0, max: 2000 }),
  taxRate: fc.integer({ min: 0, max: 120_000 }).map((millionths) => millionths / 1_000_000),
  deliveryTaxed: fc.boolean(),
  /** Decides in which order its items are cancelled and refunded, and which. */
  order: fc.array(fc.record({ place: fc.nat(), isCancelled: fc.boolean() }), { minLength: 8, maxLength: 8 }),
})

test(`of ${ORDERS} orders with codes: the shares come to the discount, and what is cancelled and refunded to what was paid`, () => {
  fc.assert(
    fc.property(coded, ({ lines, discount: kind, isForAll, order: steps, ...terms }) => {
      const goods = lines.map((one, index) => ({ ...one, product_id: String(index) }))
      const product_ids = isForAll ? null : goods.filter(({ isChosen }) => isChosen).map((one) => one.product_id)
      const { shares, sums, code_discount } = order(goods, code({ ...kind, product_ids }), terms)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(code_discount)
      for (const [index, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(lineTotal(goods[index] ?? BAG))
      }
      const items = goods.map(({ product_id, price_cents, quantity }, index) => ({
        ...{ order_item_id: product_id, price_cents, quantity, discount_cents: shares[index] ?? 0 },
        ...{ refund_status: null as string | null, cancellation_status: null as string | null },
      }))
      const placed = {
        ...{
          goods_cents: paidGoods(items),
          tax_cents: sums.tax,
          delivery_cents: sums.delivery - sums.deliveryDiscount,
        },
        ...{ delivery_taxed: terms.deliveryTaxed, items },
      } satisfies PaidOrder
      const paid = paidCents({ ...placed, total_cents: placed.goods_cents })
      expect(paid).toBe(sums.total)
      expect(chargeFor(placed).total).toBe(paid)

      // Some are cancelled before the card is charged; the others are refunded one by one, in any order.
      const isCancelled = items.map((_, index) => steps[index]?.isCancelled === true)
      const charged = items.map((item, index) => {
        return { ...item, cancellation_status: isCancelled[index] ? 'cancelled' : null }
      })
      const kept = items.filter((_, index) => !isCancelled[index])
      const turn = kept.toSorted((one, other) => {
        return (steps[Number(one.order_item_id)]?.place ?? 0) - (steps[Number(other.order_item_id)]?.place ?? 0)
      })
      const done = new Set<string>()
      let refunded = 0
      for (const { order_item_id } of turn) {
        const left = kept.map((item) => ({ ...item, refund_status: done.has(item.order_item_id) ? 'refunded' : null }))
        refunded += paidFor({ ...placed, items: left }, [order_item_id], { includeShipping: true }).total
        done.add(order_item_id)
      }
      expect(refunded).toBe(chargeFor({ ...placed, items: charged }).total)
    }),
    { numRuns: ORDERS },
  )
})
