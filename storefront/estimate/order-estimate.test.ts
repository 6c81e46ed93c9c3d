import { parseDeliveryOptions } from '@shop/contract/delivery/calls'
import { expect, test } from 'vitest'
import deliveryOptions from '../../catalog/delivery-options.json' with { type: 'json' }
import { rates } from '../../catalog/tax-rates.json' with { type: 'json' }
import { estimateOrder, longDate, missingFromTotal, selectedOption, shortDate } from './order-estimate.ts'

const OPTIONS = parseDeliveryOptions(deliveryOptions)
const [ground, priority, twoDay, nextDay] = ['1', '2', '3', '4'].map((id) => selectedOption(OPTIONS, id))
const day = (text: string) => new Date(`${text}T12:00:00`)
const FRIDAY = day('2026-11-20')
const SATURDAY = day('2026-11-21')
const SUNDAY = day('2026-11-22')
const MONDAY = day('2026-11-23')

/** Builds a cart of one product. */
const cart = (totalPriceCents: number, quantity: number) => [
  { product_id: '1', price_cents: totalPriceCents / quantity, quantity, stock_quantity: null },
]

// Subtotal, delivery, discount, tax and total in cents; rates of the shipped file.
test.each([
  ['California, free delivery', 15800, 2, ground, rates.CA, FRIDAY, [990, 990, 1427, 15800 + 1427], '2026-11-27'],
  ['Oregon has no tax', 7900, 1, ground, rates.OR, FRIDAY, [495, 495, 0, 7900], '2026-11-27'],
  ['Delaware has no tax', 1400, 1, ground, rates.DE, MONDAY, [495, 0, 0, 1895], '2026-11-30'],
  ['Montana has no tax', 3200, 1, priority, rates.MT, MONDAY, [895, 0, 0, 4095], '2026-11-26'],
  ['New Hampshire has no tax', 4500, 1, twoDay, rates.NH, MONDAY, [1650, 1650, 0, 4500], '2026-11-25'],
  ['44.99 pays for delivery', 4499, 1, ground, 0, FRIDAY, [495, 0, 0, 4994], '2026-11-27'],
  ['45.00 does not', 4500, 1, ground, 0, FRIDAY, [495, 495, 0, 4500], '2026-11-27'],
  ['delivery is times the units', 4200, 3, twoDay, 0, SATURDAY, [4950, 0, 0, 9150], '2026-11-24'],
  ['next day from a Friday is Monday', 4200, 1, nextDay, 0, FRIDAY, [2995, 0, 0, 7195], '2026-11-23'],
  ['next day from a Saturday is Monday', 4200, 1, nextDay, 0, SATURDAY, [2995, 0, 0, 7195], '2026-11-23'],
  ['next day from a Sunday is Monday', 4200, 1, nextDay, 0, SUNDAY, [2995, 0, 0, 7195], '2026-11-23'],
  ['three days from a Sunday', 1400, 1, priority, 0, SUNDAY, [895, 0, 0, 2295], '2026-11-25'],
  ['five days over the turn of the year', 1400, 1, ground, 0, day('2026-12-30'), [495, 0, 0, 1895], '2027-01-06'],
  ['half a cent of tax goes up', 1000, 1, ground, 0.0825, MONDAY, [495, 0, 83, 1578], '2026-11-30'],
  ['no state chosen', 15800, 2, ground, null, FRIDAY, [990, 990, 0, 15800], '2026-11-27'],
] as const)(
  'what the summary shows (section 9) %s',
  (_what, totalPriceCents, totalItems, option, rate, today, expected, arrives) => {
    const { sums, arrival } = estimateOrder(
      cart(totalPriceCents, totalItems),
      option ?? null,
      { taxRate: rate, deliveryTaxed: false },
      today,
    )
    expect([sums.delivery, sums.deliveryDiscount, sums.tax, sums.total]).toEqual(expected)
    expect(arrival).toBe(arrives)
  },
)

test('what the summary shows (section 9) without a delivery option delivery costs nothing and has no date', () => {
  const { sums, arrival } = estimateOrder(cart(1400, 1), null, { taxRate: 0.1, deliveryTaxed: false }, FRIDAY)
  expect(sums).toEqual({ goods: 1400, delivery: 0, deliveryDiscount: 0, tax: 140, total: 1540 })
  expect(arrival).toBeNull()
})

test('what the summary shows (section 9): an option without days has a cost and no date (R48)', () => {
  const [option] = parseDeliveryOptions([{ delivery_type_id: 1, delivery_cost: 5, estimated_days: null }])
  const { sums, arrival } = estimateOrder(cart(1400, 1), option ?? null, { taxRate: 0, deliveryTaxed: false }, FRIDAY)
  expect(sums.delivery).toBe(500)
  expect(arrival).toBeNull()
})

test('what the summary shows (section 9): dates are formatted for people', () => {
  expect(shortDate('2026-11-23')).toBe('Mon, Nov 23')
  expect(longDate('2026-11-23')).toBe('Monday, November 23, 2026')
})

test('the selected delivery option is the first by default', () => {
  expect(selectedOption(OPTIONS, null)).toBe(OPTIONS[0])
})

test('the selected delivery option is the one that was chosen', () => {
  expect(selectedOption(OPTIONS, '3')).toBe(OPTIONS[2])
})

test('the selected delivery option is none when the chosen one is no longer offered', () => {
  expect(selectedOption(OPTIONS, 'gone')).toBeNull()
})

test('the selected delivery option is the chosen one even if another has the same id (R48)', () => {
  const row = { delivery_type_id: 1, delivery_cost: 5, estimated_days: 3 }
  const twins = parseDeliveryOptions([row, { ...row, delivery_cost: 9 }])
  for (const option of twins) expect(selectedOption(twins, option.key)).toBe(option)
})

test('the selected delivery option is none without options', () => {
  expect(selectedOption([], null)).toBeNull()
})

test('a total that waits for a response (R50) has no message at first', () => {
  expect(missingFromTotal({ delivery: 'known', tax: 'pending' })).toBeNull()
  expect(missingFromTotal({ delivery: 'pending', tax: 'late' })).toBeNull()
})

test.each([
  [{ delivery: 'known', tax: 'late' }, ['tax']],
  [{ delivery: 'late', tax: 'known' }, ['delivery']],
  [{ delivery: 'late', tax: 'late' }, ['delivery', 'tax']],
  [{ delivery: 'known', tax: 'known' }, []],
] as const)('a total that waits for a response (R50), at %j, is told without %j', (progress, missing) => {
  expect(missingFromTotal(progress)).toEqual(missing)
})
