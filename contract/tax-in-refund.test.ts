import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Received, taxInRefund } from './order-money.ts'

/** A number below another, always the same for the same words. */
function draw(below: number, ...words: (string | number)[]): number {
  return createHash('sha256').update(words.join(' ')).digest().readUInt32BE() % below
}

/** An order of up to $300 of goods, with some delivery and tax. */
function randomOrder(number: number): Received {
  const goods = 1 + draw(30_000, number, 'goods')
  const [tax, untaxed] = [draw(Math.ceil(goods / 8), number, 'tax'), draw(2, number) * draw(2000, number, 'delivery')]
  return { charged: goods + tax + untaxed, tax, untaxed }
}

/** The amounts in which an order is refunded. */
function randomAmounts({ charged }: Received, number: number): number[] {
  const amounts: number[] = []
  for (let left = charged; left > 0; ) {
    const amount = amounts.length === 9 ? left : 1 + draw(left, number, amounts.length)
    amounts.push(amount)
    left -= amount
  }
  return amounts
}

const ORDERS = Array.from({ length: 500 }, (_, number) => number)

test('whatever is refunded in which order, the shares come to the whole tax once everything is refunded', () => {
  for (const number of ORDERS) {
    const order = randomOrder(number)
    const amounts = randomAmounts(order, number)
    for (const sequence of [amounts, amounts.toReversed(), amounts.toSorted((one, other) => one - other)]) {
      const refunds: { amount: number; tax: number }[] = []
      for (const amount of sequence) refunds.push({ amount, tax: taxInRefund(order, refunds, amount) })
      expect([number, refunds.reduce((sum, { tax }) => sum + tax, 0)]).toEqual([number, order.tax])
      for (const { amount, tax } of refunds) {
        expect(tax).toBeGreaterThanOrEqual(0)
        expect(tax).toBeLessThanOrEqual(amount)
      }
    }
  }
})

test('a refund that is corrected or withdrawn leaves the shares of the others, and all come to the whole tax again', () => {
  for (const number of ORDERS) {
    const order = randomOrder(number)
    const refunds: { amount: number; tax: number }[] = []
    for (const amount of randomAmounts(order, number)) {
      refunds.push({ amount, tax: taxInRefund(order, refunds, amount) })
    }
    const kept = refunds.toSpliced(draw(refunds.length, number, 'withdrawn'), 1)
    const left = order.charged - kept.reduce((sum, { amount }) => sum + amount, 0)
    const tax = kept.reduce((sum, refund) => sum + refund.tax, 0) + taxInRefund(order, kept, left)
    expect([number, tax]).toEqual([number, order.tax])
  }
})

test.each([
  ['a half has half of the tax', { charged: 11_000, tax: 1000, untaxed: 0 }, 5500, 500],
  ['half a cent is rounded up', { charged: 200, tax: 1, untaxed: 0 }, 100, 1],
  [
    'one of two bags has its own tax, without an untaxed delivery',
    { charged: 11_599, tax: 1000, untaxed: 599 },
    5500,
    500,
  ],
  ['an untaxed delivery that is refunded last has none', { charged: 11_599, tax: 1000, untaxed: 599 }, 11_000, 1000],
  ['more than was received has no more than the tax', { charged: 11_000, tax: 1000, untaxed: 0 }, 12_000, 1000],
  ['an order without tax has none', { charged: 11_000, tax: 0, untaxed: 0 }, 5500, 0],
  ['nothing was received', { charged: 0, tax: 0, untaxed: 0 }, 5500, 0],
  [
    'the largest order is counted to the cent',
    { charged: 1_000_000_000, tax: 99_999_999, untaxed: 0 },
    999_999_999,
    99_999_999,
  ],
])('%s', (_, order, amount, tax) => {
  expect(taxInRefund(order, [], amount)).toBe(tax)
})
