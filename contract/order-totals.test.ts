import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FREE_DELIVERY_FROM_CENTS, orderTotals } from './order-totals.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 })
const rate = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
const order = fc.record({
  subtotal: cents,
  itemCount: fc.integer({ min: 0, max: 1000 }),
  deliveryCost: fc.integer({ min: 0, max: 100_000 }),
  taxRate: rate,
})

describe('what an order would cost (section 9)', () => {
  it('total = subtotal + delivery − discount + tax, for every cart, option and rate', () => {
    fc.assert(
      fc.property(order, (wanted) => {
        const sums = orderTotals(wanted)
        expect(sums.total).toBe(sums.subtotal + sums.delivery - sums.discount + sums.tax)
        expect(sums.subtotal).toBe(wanted.subtotal)
        expect(sums.delivery).toBe(wanted.deliveryCost * wanted.itemCount)
      }),
    )
  })

  it('is whole cents, never NaN and never negative', () => {
    fc.assert(
      fc.property(order, (wanted) => {
        for (const sum of Object.values(orderTotals(wanted))) {
          expect(Number.isSafeInteger(sum)).toBe(true)
          expect(sum).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('the discount is the full delivery cost from 45 dollars on, and nothing below', () => {
    fc.assert(
      fc.property(order, (wanted) => {
        const { discount, delivery } = orderTotals(wanted)
        expect(discount).toBe(wanted.subtotal >= FREE_DELIVERY_FROM_CENTS ? delivery : 0)
      }),
    )
  })

  // Money in cents; a rate of 0.0882 is 8.82 %.
  it.each`
    what                              | subtotal  | items  | cost    | rate        | delivery | discount | tax      | total
    ${'an empty cart'}                | ${0}      | ${0}   | ${599}  | ${0.0882}   | ${0}     | ${0}     | ${0}     | ${0}
    ${'a cent below free delivery'}   | ${4499}   | ${1}   | ${599}  | ${0}        | ${599}   | ${0}     | ${0}     | ${5098}
    ${'just free delivery'}           | ${4500}   | ${1}   | ${599}  | ${0}        | ${599}   | ${599}   | ${0}     | ${4500}
    ${'Oregon, no tax'}               | ${15_800} | ${2}   | ${599}  | ${0}        | ${1198}  | ${1198}  | ${0}     | ${15_800}
    ${'Delaware, no tax'}             | ${1400}   | ${1}   | ${1299} | ${0}        | ${1299}  | ${0}     | ${0}     | ${2699}
    ${'New Hampshire, no tax'}        | ${4200}   | ${3}   | ${599}  | ${0}        | ${1797}  | ${0}     | ${0}     | ${5997}
    ${'Montana, no tax, no delivery'} | ${4200}   | ${3}   | ${0}    | ${0}        | ${0}     | ${0}     | ${0}     | ${4200}
    ${'no state chosen yet'}          | ${7900}   | ${1}   | ${599}  | ${null}     | ${599}   | ${599}   | ${0}     | ${7900}
    ${'California'}                   | ${7900}   | ${1}   | ${599}  | ${0.0882}   | ${599}   | ${599}   | ${697}   | ${8597}
    ${'New York, units times cost'}   | ${4200}   | ${3}   | ${599}  | ${0.0853}   | ${1797}  | ${0}     | ${358}   | ${6355}
    ${'Louisiana, a long rate'}       | ${15_800} | ${1}   | ${2499} | ${0.1012}   | ${2499}  | ${2499}  | ${1599}  | ${17_399}
    ${'half a cent goes up'}          | ${1000}   | ${1}   | ${0}    | ${0.0825}   | ${0}     | ${0}     | ${83}    | ${1083}
    ${'just under half a cent'}       | ${1000}   | ${1}   | ${0}    | ${0.082499} | ${0}     | ${0}     | ${82}    | ${1082}
    ${'a full van'}                   | ${1.5e6}  | ${100} | ${599}  | ${0.0625}   | ${59900} | ${59900} | ${93750} | ${1_593_750}
  `('$what', ({ subtotal, items, cost, rate: taxRate, ...expected }) => {
    const { delivery, discount, tax, total } = orderTotals({ subtotal, itemCount: items, deliveryCost: cost, taxRate })
    const { what: _, ...sums } = expected
    expect({ delivery, discount, tax, total }).toEqual(sums)
  })
})
