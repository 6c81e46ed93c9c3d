import type { Discount } from '@shop/contract/discounts/rules'
import { discountOrder } from '@shop/contract/discounts/rules'
import { recomputeOrder } from '@shop/contract/order-totals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateOrder } from '../../estimate/order-estimate.ts'
import type { Checkout } from '../use-checkout.ts'
import { orderRequest } from './order-request.ts'
import { applyCode } from './use-discount-code.ts'

const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address1', 'address2', 'city', 'state', 'zipCode'] as const
const values = Object.fromEntries(FIELDS.map((name) => [name, ''])) as Record<(typeof FIELDS)[number], string>

type Line = { product_id: string; price_cents: number; quantity: number }

/** The checkout of these lines, as far as its sums and what it sends are concerned. */
function checkoutOf(lines: readonly Line[], tax: Checkout['tax']['terms'], cost: number): Checkout {
  const items = lines.map((line) => ({ ...line, product_name: 'Bag', stock_quantity: 10, adjusted: null }))
  const option = { key: '1', display_text: 'Standard', delivery_cost_cents: cost, estimated_days: 3 }
  const noop = () => {}
  return {
    ...{ items, choose: noop, today: new Date(0), progress: { delivery: 'known', tax: 'known' }, isOpen: true },
    form: { values, typed: values, set: noop, checkAll: () => true, field: () => Object(null) },
    delivery: { options: [option], selected: option, isMissing: false, retry: () => undefined },
    tax: { terms: tax, pending: false, isKnown: true, note: '', commit: noop },
    estimate: estimateOrder(items, option, tax, new Date(0)),
  }
}

const discounts: fc.Arbitrary<Discount> = fc.record({
  code: fc.constant('SUMMER'),
  kind: fc.constantFrom('percent', 'amount'),
  value: fc.integer({ min: 1, max: 100 }),
  product_ids: fc.constantFrom(null, ['0', '2'], ['9']),
  minimum_cents: fc.constantFrom(0, 5000, 50_000),
})

test('the page shows and sends the total that the shop computes, to the cent', () => {
  const line = fc.record({
    price_cents: fc.integer({ min: 1, max: 20_000 }),
    quantity: fc.integer({ min: 1, max: 10 }),
  })
  const tax = fc.record({ taxRate: fc.double({ min: 0, max: 0.12, noNaN: true }), deliveryTaxed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), tax, discounts, (some, terms, discount) => {
      const lines = some.map((one, index) => ({ ...one, product_id: String(index) }))
      const { checkout, cents, problem } = applyCode(checkoutOf(lines, terms, 599), discount)
      const sold = new Map(
        lines.map(({ product_id, price_cents }) => [product_id, { price_cents, stock_quantity: 10 }]),
      )
      const all = { ...terms, deliveryCost: 599 }
      const shop = recomputeOrder(lines, sold, all)
      const coded = discountOrder(shop.lines, shop.sums, all, discount)
      expect([checkout.estimate.sums.total, cents, problem]).toEqual([
        coded.sums.total,
        coded.code_discount,
        coded.problem,
      ])
      const { goods, delivery, deliveryDiscount: free, tax: taxed, total } = checkout.estimate.sums
      expect(goods + delivery - free + taxed).toBe(total)
      const sent = orderRequest(checkout, { key: 'k', nonce: 'n', billingZip: '97201' })
      expect([sent.discountCode, sent.total]).toEqual(['SUMMER', total / 100])
    }),
  )
})

test('each line says what the code takes off it, and one that it is not for says nothing', () => {
  const lines = ['0', '1'].map((product_id) => ({ product_id, price_cents: 7900, quantity: 1 }))
  const discount = { code: 'SUMMER', kind: 'percent', value: 10, product_ids: ['0'], minimum_cents: 0 } as const
  const { checkout } = applyCode(checkoutOf(lines, { taxRate: null, deliveryTaxed: false }, 599), discount)
  expect(checkout.items.map(({ note }) => note)).toEqual(['$7.90 off with SUMMER', undefined])
  expect(checkout.estimate.sums.goods).toBe(15_010)
})
