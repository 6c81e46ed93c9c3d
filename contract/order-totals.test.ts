import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { FREE_DELIVERY_FROM_CENTS } from './delivery/rules.ts'
import { goodsTotal, lineTotal, unitsOf } from './money.ts'
import {
  chargeFor,
  manualOrderTotals,
  orderTotals,
  paidCents,
  paidFor,
  paidGoods,
  recomputeOrder,
  refundableCents,
} from './order-totals.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 })
const rate = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
const lines = fc.array(fc.record({ price_cents: cents, quantity: fc.integer({ min: 0, max: 10 }) }), { maxLength: 20 })
const terms = fc.record({
  deliveryCost: fc.integer({ min: 0, max: 100_000 }),
  taxRate: rate,
  deliveryTaxed: fc.boolean(),
})

describe('what an order would cost (section 9)', () => {
  it('total = goods + delivery − delivery discount + tax, for every cart, option and rate', () => {
    fc.assert(
      fc.property(lines, terms, (bought, how) => {
        const sums = orderTotals(bought, how)
        expect(sums.total).toBe(sums.goods + sums.delivery - sums.deliveryDiscount + sums.tax)
        expect(sums.goods).toBe(goodsTotal(bought))
        expect(sums.delivery).toBe(how.deliveryCost * unitsOf(bought))
      }),
    )
  })

  it('is whole cents, never NaN and never negative', () => {
    fc.assert(
      fc.property(lines, terms, (bought, how) => {
        for (const sum of Object.values(orderTotals(bought, how))) {
          expect(Number.isSafeInteger(sum)).toBe(true)
          expect(sum).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('the discount is the full delivery cost from 45 dollars on, and nothing below', () => {
    fc.assert(
      fc.property(lines, terms, (bought, how) => {
        const { deliveryDiscount, delivery, goods } = orderTotals(bought, how)
        expect(deliveryDiscount).toBe(goods >= FREE_DELIVERY_FROM_CENTS ? delivery : 0)
      }),
    )
  })

  // Money in cents; a rate of 0.0882 is 8.82 %.
  it.each`
    what                              | goods     | items  | cost    | rate        | delivery | deliveryDiscount | tax      | total
    ${'an empty cart'}                | ${0}      | ${0}   | ${599}  | ${0.0882}   | ${0}     | ${0}             | ${0}     | ${0}
    ${'a cent below free delivery'}   | ${4499}   | ${1}   | ${599}  | ${0}        | ${599}   | ${0}             | ${0}     | ${5098}
    ${'just free delivery'}           | ${4500}   | ${1}   | ${599}  | ${0}        | ${599}   | ${599}           | ${0}     | ${4500}
    ${'Oregon, no tax'}               | ${15_800} | ${2}   | ${599}  | ${0}        | ${1198}  | ${1198}          | ${0}     | ${15_800}
    ${'Delaware, no tax'}             | ${1400}   | ${1}   | ${1299} | ${0}        | ${1299}  | ${0}             | ${0}     | ${2699}
    ${'New Hampshire, no tax'}        | ${4200}   | ${3}   | ${599}  | ${0}        | ${1797}  | ${0}             | ${0}     | ${5997}
    ${'Montana, no tax, no delivery'} | ${4200}   | ${3}   | ${0}    | ${0}        | ${0}     | ${0}             | ${0}     | ${4200}
    ${'no state chosen yet'}          | ${7900}   | ${1}   | ${599}  | ${null}     | ${599}   | ${599}           | ${0}     | ${7900}
    ${'California'}                   | ${7900}   | ${1}   | ${599}  | ${0.0882}   | ${599}   | ${599}           | ${697}   | ${8597}
    ${'New York, units times cost'}   | ${4200}   | ${3}   | ${599}  | ${0.0853}   | ${1797}  | ${0}             | ${358}   | ${6355}
    ${'Louisiana, a long rate'}       | ${15_800} | ${1}   | ${2499} | ${0.1012}   | ${2499}  | ${2499}          | ${1599}  | ${17_399}
    ${'half a cent goes up'}          | ${1000}   | ${1}   | ${0}    | ${0.0825}   | ${0}     | ${0}             | ${83}    | ${1083}
    ${'just under half a cent'}       | ${1000}   | ${1}   | ${0}    | ${0.082499} | ${0}     | ${0}             | ${82}    | ${1082}
    ${'a full van'}                   | ${1.5e6}  | ${100} | ${599}  | ${0.0625}   | ${59900} | ${59900}         | ${93750} | ${1_593_750}
  `('$what', ({ goods, items, cost, rate: taxRate, ...expected }) => {
    const { delivery, deliveryDiscount, tax, total } = orderTotals(
      [{ price_cents: items === 0 ? 0 : goods / items, quantity: items }],
      {
        deliveryCost: cost,
        taxRate,
        deliveryTaxed: false,
      },
    )
    const { what: _, ...sums } = expected
    expect({ delivery, deliveryDiscount, tax, total }).toEqual(sums)
  })

  // As above; the tax is on what is paid for the delivery, too.
  it.each`
    what                                       | goods   | items | cost   | rate        | tax    | total
    ${'delivery that is paid for is taxed'}    | ${3200} | ${1}  | ${895} | ${0.0882}   | ${361} | ${4456}
    ${'delivery that is free is not'}          | ${4500} | ${1}  | ${495} | ${0.0882}   | ${397} | ${4897}
    ${'each unit of it'}                       | ${4200} | ${3}  | ${599} | ${0.0853}   | ${512} | ${6509}
    ${'a sum is rounded, not each of the two'} | ${1003} | ${1}  | ${503} | ${0.1}      | ${151} | ${1657}
    ${'half a cent of both goes up'}           | ${505}  | ${1}  | ${495} | ${0.0825}   | ${83}  | ${1083}
    ${'just under half a cent of both'}        | ${505}  | ${1}  | ${495} | ${0.082499} | ${82}  | ${1082}
    ${'no rate, no tax'}                       | ${3200} | ${1}  | ${895} | ${null}     | ${0}   | ${4095}
  `('where delivery is taxed: $what', ({ goods, items, cost, rate: taxRate, ...expected }) => {
    const { tax, total } = orderTotals([{ price_cents: goods / items, quantity: items }], {
      deliveryCost: cost,
      taxRate,
      deliveryTaxed: true,
    })
    expect({ tax, total }).toEqual({ tax: expected.tax, total: expected.total })
  })
})

const PRODUCTS = new Map([
  ['bag', { price_cents: 7900, stock_quantity: 5 }],
  ['pouch', { price_cents: 1400, stock_quantity: 100 }],
  ['priceless', { price_cents: null, stock_quantity: 5 }],
  ['gift', { price_cents: 0, stock_quantity: 5 }],
])
const TERMS = { deliveryCost: 500, taxRate: 0.1, deliveryTaxed: false }
const recompute = (...wanted: [string, number][]) =>
  recomputeOrder(
    wanted.map(([product_id, quantity]) => ({ product_id, quantity })),
    PRODUCTS,
    TERMS,
  )

it.each([
  ['gone', 1, 'unavailable'],
  ['priceless', 1, 'no-price'],
  ['pouch', 0, 'quantity'],
  ['pouch', -1, 'quantity'],
  ['pouch', 1.5, 'quantity'],
  ['pouch', 11, 'quantity'],
  ['pouch', 1e9, 'quantity'],
  ['pouch', Number.NaN, 'quantity'],
  ['bag', 6, 'stock'],
  ['bag', 5, null],
  ['pouch', 10, null],
] as const)(
  'an order that is recomputed has with %s times %d the problem %s at its line, and none at another',
  (id, quantity, problem) => {
    const { lines } = recompute(['gift', 1], [id, quantity])
    expect(lines.map((line) => line.problem)).toEqual([null, problem])
  },
)

it('an order that is recomputed: adds up a product that comes twice before its quantity is checked', () => {
  expect(recompute(['bag', 3], ['pouch', 1], ['bag', 2]).lines).toMatchObject([
    { product_id: 'bag', quantity: 5, price_cents: 7900, problem: null },
    { product_id: 'pouch', quantity: 1 },
  ])
  expect(recompute(['bag', 3], ['bag', 3]).lines).toMatchObject([{ quantity: 6, problem: 'stock' }])
})

it('an order that is recomputed: costs what the lines without a problem cost', () => {
  expect(recompute(['pouch', 2], ['bag', 6]).sums).toEqual({
    goods: 2800,
    delivery: 1000,
    deliveryDiscount: 0,
    tax: 280,
    total: 4080,
  })
})

it('an order that is recomputed has at most 100 lines, something to pay, and no more than an order may come to', () => {
  const many = (count: number) =>
    recomputeOrder(
      Array.from({ length: count }, (_, id) => ({ product_id: String(id), quantity: 1 })),
      new Map(
        Array.from({ length: count }, (_, id) => [String(id), { price_cents: 10_000_001, stock_quantity: null }]),
      ),
      { deliveryCost: 0, taxRate: null, deliveryTaxed: false },
    ).problem
  expect([many(101), many(100), many(99)]).toEqual(['too-many-lines', 'too-expensive', null])
  expect(recomputeOrder([{ product_id: 'gift', quantity: 1 }], PRODUCTS, { ...TERMS, deliveryCost: 0 }).problem).toBe(
    'nothing-to-pay',
  )
  expect(recompute(['gone', 1]).problem).toBe('nothing-to-pay')
  expect(recompute(['pouch', 1]).problem).toBeNull()
})

it.each([
  ['nothing is charged', 0, 0, 0, 0],
  ['nothing went back yet', 10_000, 0, 0, 10_000],
  ['a part went back', 10_000, 2500, 0, 7500],
  ['another part is about to', 10_000, 2500, 7499, 1],
  ['all is about to', 10_000, 2500, 7500, 0],
  ['a dispute was lost while a refund waited', 10_000, 10_000, 2500, 0],
])('of a card payment can be refunded where %s: %i − %i − %i = %i', (_what, captured, refunded, waiting, left) => {
  expect(refundableCents({ captured_cents: captured, refunded_cents: refunded }, waiting)).toBe(left)
})

it('refunds of all that can be refunded come to what was charged, however they are cut', () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { maxLength: 10 }), (captured_cents, wanted) => {
      let refunded_cents = 0
      for (const amount of wanted) {
        const left = refundableCents({ captured_cents, refunded_cents })
        refunded_cents += Math.min(amount, left)
        expect(refunded_cents).toBeLessThanOrEqual(captured_cents)
      }
    }),
  )
})

describe('an order that is entered by hand', () => {
  const lines = [{ price_cents: 2000, quantity: 1 }]
  const terms = { deliveryCost: 500, taxRate: 0.1, deliveryTaxed: false }

  it('is taxed on its goods without what a code takes off, and on a taxed delivery as it is paid', () => {
    const usual = { delivery: null, codeDiscount: 400 }
    expect(manualOrderTotals(lines, terms, usual)).toEqual({ goods: 2000, delivery: 500, tax: 160 })
    expect(manualOrderTotals(lines, { ...terms, deliveryTaxed: true }, usual).tax).toBe(210)
    expect(manualOrderTotals(lines, { ...terms, deliveryTaxed: true }, { ...usual, delivery: 300 }).tax).toBe(190)
  })

  it('has the delivery that was agreed, also none, instead of what the option costs', () => {
    expect(manualOrderTotals(lines, terms, { delivery: 0, codeDiscount: 0 })).toEqual({
      goods: 2000,
      delivery: 0,
      tax: 200,
    })
    const dear = [{ price_cents: FREE_DELIVERY_FROM_CENTS, quantity: 1 }]
    expect(manualOrderTotals(dear, terms, { delivery: null, codeDiscount: 0 }).delivery).toBe(0)
  })
})

const POUCH = { order_item_id: 'pouch', price_cents: 2400, quantity: 2, discount_cents: 0, refund_status: null }
const DUFFEL = { order_item_id: 'duffel', price_cents: 13_200, quantity: 1, discount_cents: 0, refund_status: null }
const ORDER = {
  items: [POUCH, DUFFEL],
  goods_cents: 18_000,
  tax_cents: 1625,
  delivery_cents: 599,
  delivery_taxed: false,
}
const HERE = { includeShipping: true }
const LEFT = { includeShipping: false }
const REFUNDED = { refund_status: 'refunded' } as const

test('items cost their price and their share of the sales tax', () => {
  expect(paidFor(ORDER, ['pouch'], HERE)).toEqual({ goods: 4800, tax: 433, delivery: 0, total: 5233 })
  expect(paidFor(ORDER, [], HERE)).toEqual({ goods: 0, tax: 0, delivery: 0, total: 0 })
})

test('with the last items of an order that has not shipped goes the delivery', () => {
  expect(paidFor(ORDER, ['pouch', 'duffel'], HERE)).toEqual({ goods: 18_000, tax: 1625, delivery: 599, total: 20_224 })
  expect(paidFor(ORDER, ['pouch', 'duffel'], LEFT).delivery).toBe(0)
  const rest = { ...ORDER, items: [{ ...POUCH, ...REFUNDED }, DUFFEL] }
  expect(paidFor(rest, ['duffel'], HERE)).toEqual({ goods: 13_200, tax: 1192, delivery: 599, total: 14_991 })
})

test('where delivery is taxed, its share of the tax goes with it, and stays once it has shipped', () => {
  // 8.82 % of 180.00 and 5.99.
  const order = { ...ORDER, tax_cents: 1640, delivery_taxed: true }
  expect(paidFor(order, ['pouch'], HERE)).toEqual({ goods: 4800, tax: 423, delivery: 0, total: 5223 })
  expect(paidFor(order, ['pouch', 'duffel'], HERE)).toEqual({ goods: 18_000, tax: 1640, delivery: 599, total: 20_239 })
  expect(paidFor(order, ['pouch', 'duffel'], LEFT)).toEqual({ goods: 18_000, tax: 1587, delivery: 0, total: 19_587 })
  const rest = { ...order, items: [{ ...POUCH, ...REFUNDED }, DUFFEL] }
  expect(paidFor(rest, ['duffel'], HERE)).toEqual({ goods: 13_200, tax: 1217, delivery: 599, total: 15_016 })
})

const CANCELLED = { cancellation_status: 'cancelled' } as const
const OPEN = { cancellation_status: null } as const

test('a card is charged for what is left with its share of the tax, and the delivery as ordered', () => {
  const order = (...items: Parameters<typeof chargeFor>[0]['items']) => ({ ...ORDER, items })
  const all = order({ ...POUCH, ...OPEN }, { ...DUFFEL, ...OPEN })
  expect(chargeFor(all)).toEqual({ goods: 18_000, tax: 1625, delivery: 599, total: 20_224 })
  const part = order({ ...POUCH, ...CANCELLED }, { ...DUFFEL, ...OPEN })
  expect(chargeFor(part)).toEqual({ goods: 13_200, tax: 1192, delivery: 599, total: 14_991 })
  expect(chargeFor({ ...part, tax_cents: 1640, delivery_taxed: true })).toMatchObject({ tax: 1217, total: 15_016 })
  expect(chargeFor(order({ ...POUCH, ...CANCELLED }, { ...DUFFEL, ...CANCELLED })).total).toBe(0)
})

const line = fc.record({
  price_cents: fc.integer({ min: 0, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 10 }),
  /** Discount of a code, in millionths of the line. */
  code: fc.integer({ min: 0, max: 1_000_000 }),
  isCancelled: fc.boolean(),
})
const orderOf = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    delivery_cents: fc.integer({ min: 0, max: 10_000 }),
    tax_cents: fc.integer({ min: 0, max: 100_000 }),
    delivery_taxed: fc.boolean(),
  })
  .map(({ lines, ...sums }) => {
    const items = lines.map(({ isCancelled, code, ...goods }, index) => ({
      ...goods,
      ...(isCancelled ? CANCELLED : OPEN),
      discount_cents: Math.floor((lineTotal(goods) * code) / 1_000_000),
      ...{ order_item_id: String(index), refund_status: null as string | null },
    }))
    return { ...sums, goods_cents: paidGoods(items), items }
  })

test('a charge is never more than what was reserved, and all of that where nothing is cancelled', () => {
  fc.assert(
    fc.property(orderOf, (order) => {
      const reserved = paidCents({ ...order, total_cents: order.goods_cents })
      const { total } = chargeFor(order)
      expect(total).toBeLessThanOrEqual(reserved)
      const isTaxed = order.goods_cents + (order.delivery_taxed ? order.delivery_cents : 0) > 0
      const isWhole = order.items.every(({ cancellation_status }) => cancellation_status === null)
      if (isWhole && isTaxed) expect(total).toBe(reserved)
    }),
  )
})

test('refunds item by item come to what was charged', () => {
  fc.assert(
    fc.property(orderOf, (order) => {
      const kept = order.items.filter(({ cancellation_status }) => cancellation_status === null)
      const paid = kept.map(({ order_item_id }, index) => {
        const items = kept.map((item, other) => ({ ...item, ...(other < index ? REFUNDED : {}) }))
        return paidFor({ ...order, items }, [order_item_id], HERE).total
      })
      expect(paid.reduce((sum, cents) => sum + cents, 0)).toBe(chargeFor(order).total)
    }),
  )
})

test.each([1, 2, 3, 10, 99, 100, 101, 3333])(
  'items that are refunded one by one come to the whole sales tax of %i cents',
  (tax_cents) => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const taxes = ids.map((id, index) => {
      const items = ids.map((order_item_id, other) => ({
        ...POUCH,
        ...(other < index ? REFUNDED : {}),
        order_item_id,
        price_cents: 333,
        quantity: 1,
      }))
      return paidFor({ ...ORDER, items, goods_cents: 7 * 333, tax_cents }, [id], HERE).tax
    })
    expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(tax_cents)
  },
)
