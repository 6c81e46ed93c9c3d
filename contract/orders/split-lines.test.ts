import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paidGoods } from '../order-totals.ts'
import { splitLines } from './split-lines.ts'

const line = fc.record({
  price_cents: fc.integer({ min: 1, max: 50_000 }),
  quantity: fc.integer({ min: 1, max: 10 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  chosen: fc.option(fc.integer({ min: 1, max: 10 })),
})

test('the parts of a line cost what the line did, and have its pieces', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (drawn) => {
      const lines = drawn.map(({ price_cents, quantity, share }, index) => {
        const discount_cents = Math.floor(price_cents * quantity * share)
        return { order_item_id: String(index), price_cents, quantity, discount_cents }
      })
      const quantities = new Map(
        drawn.flatMap(({ chosen }, index) => (chosen === null ? [] : [[String(index), chosen]])),
      )
      const split = splitLines(lines, quantities, ({ order_item_id }) => `${order_item_id} rest`)
      for (const { order_item_id: id, quantity, ...whole } of lines) {
        const parts = split.filter(({ order_item_id }) => order_item_id === id || order_item_id === `${id} rest`)
        expect(parts.reduce((sum, part) => sum + part.quantity, 0)).toBe(quantity)
        expect(parts[0]?.quantity).toBe(Math.min(quantity, quantities.get(id) ?? quantity))
        expect(paidGoods(parts)).toBe(paidGoods([{ ...whole, quantity }]))
        expect(parts.every((part) => part.quantity > 0 && paidGoods([part]) >= 0)).toBe(true)
      }
    }),
  )
})

test('half cents are lost in no part, whatever is taken off and chosen', () => {
  const cases = Array.from({ length: 10 }, (_, index) => index + 1)
    .flatMap((quantity) => Array.from({ length: quantity }, (_, index) => ({ quantity, chosen: index + 1 })))
    .flatMap((counts) => Array.from({ length: 40 }, (_, discount_cents) => ({ ...counts, discount_cents })))
  const wrong = cases.filter(({ quantity, chosen, discount_cents }) => {
    const whole = { order_item_id: '1', price_cents: 100, quantity, discount_cents }
    return paidGoods(splitLines([whole], new Map([['1', chosen]]), () => 'rest')) !== paidGoods([whole])
  })
  expect(wrong).toEqual([])
})
