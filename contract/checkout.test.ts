import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addBusinessDays,
  FREE_DELIVERY_FROM_CENTS,
  isEmail,
  orderSums,
  parseClientToken,
  parseDeliveryOptions,
  parseStateCode,
  parseTaxRate,
  salesTax,
  US_STATES,
} from './checkout.ts'

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
        const sums = orderSums(wanted)
        expect(sums.total).toBe(sums.subtotal + sums.delivery - sums.discount + sums.tax)
        expect(sums.subtotal).toBe(wanted.subtotal)
        expect(sums.delivery).toBe(wanted.deliveryCost * wanted.itemCount)
      }),
    )
  })

  it('is whole cents, never NaN and never negative', () => {
    fc.assert(
      fc.property(order, (wanted) => {
        for (const sum of Object.values(orderSums(wanted))) {
          expect(Number.isSafeInteger(sum)).toBe(true)
          expect(sum).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('the discount is the full delivery cost from 45 dollars on, and nothing below', () => {
    fc.assert(
      fc.property(order, (wanted) => {
        const { discount, delivery } = orderSums(wanted)
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
    const { delivery, discount, tax, total } = orderSums({ subtotal, itemCount: items, deliveryCost: cost, taxRate })
    const { what: _, ...sums } = expected
    expect({ delivery, discount, tax, total }).toEqual(sums)
  })
})

describe('sales tax (R19)', () => {
  it('is rounded half up once: within half a cent of the exact product', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 200_000 }), (subtotal, millionths) => {
        const tax = salesTax(subtotal, millionths / 1_000_000)
        const exact = BigInt(subtotal) * BigInt(millionths)
        const off = BigInt(tax) * 1_000_000n - exact
        expect(off > -500_000n && off <= 500_000n).toBe(true)
      }),
    )
  })

  it('is not decided by floating-point dust', () => {
    // In doubles 50 * 0.29 is 14.499999999999998.
    expect(salesTax(50, 0.29)).toBe(15)
    expect(salesTax(350, 0.07)).toBe(25)
  })
})

describe('parseTaxRate (R19)', () => {
  it.each([
    [0.0825, { rate: 0.0825, percent: false }],
    ['0.0825', { rate: 0.0825, percent: false }],
    [0, { rate: 0, percent: false }],
    [8.25, { rate: 0.0825, percent: true }],
    ['8.25', { rate: 0.0825, percent: true }],
    [1, { rate: 1, percent: false }],
    [-0.1, { rate: null, percent: false }],
    [101, { rate: null, percent: false }],
    ['', { rate: null, percent: false }],
    ['unknown', { rate: null, percent: false }],
    [null, { rate: null, percent: false }],
    [undefined, { rate: null, percent: false }],
  ])('reads %o as %o: a value above 1 is a percentage', (combined_tax_rate, expected) => {
    expect(parseTaxRate({ combined_tax_rate })).toEqual(expected)
  })

  it('is a fraction or nothing for any answer, and never throws', () => {
    const body = fc.oneof(fc.jsonValue(), fc.record({ combined_tax_rate: fc.oneof(fc.jsonValue(), fc.double()) }))
    fc.assert(
      fc.property(body, (answer) => {
        const { rate: fraction } = parseTaxRate(answer)
        expect(fraction === null || (fraction >= 0 && fraction <= 1)).toBe(true)
      }),
    )
  })
})

describe('estimated delivery date: business days, skipping Saturdays and Sundays (R20)', () => {
  /** One day after the other, as one counts on a wall calendar. */
  function countOnCalendar(from: Date, days: number): Date {
    const date = new Date(from.getFullYear(), from.getMonth(), from.getDate())
    for (let left = days; left > 0; ) {
      date.setDate(date.getDate() + 1)
      if (date.getDay() !== 0 && date.getDay() !== 6) left -= 1
    }
    return date
  }

  it('agrees with a count on the calendar, from any day and time of day', () => {
    const from = fc.date({ min: new Date(2000, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true })
    fc.assert(
      fc.property(from, fc.integer({ min: 0, max: 60 }), (day, days) => {
        expect(addBusinessDays(day, days).toDateString()).toBe(countOnCalendar(day, days).toDateString())
      }),
      { numRuns: 500 },
    )
  })

  // 2026-11-21 is a Saturday.
  it.each([
    ['2026-11-20', 0, '2026-11-20'],
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-11-21', 5, '2026-11-27'],
    ['2026-11-22', 5, '2026-11-27'],
    ['2026-11-23', 5, '2026-11-30'],
    ['2026-12-31', 2, '2027-01-04'],
  ])('%s and %i business days is %s', (from, days, expected) => {
    expect(addBusinessDays(new Date(`${from}T23:59`), days)).toEqual(new Date(`${expected}T00:00`))
  })

  it('leaves the date it was given alone', () => {
    const from = new Date(2026, 10, 20, 15, 30)
    addBusinessDays(from, 9)
    expect(from).toEqual(new Date(2026, 10, 20, 15, 30))
  })
})

describe('delivery options (R3)', () => {
  it('reads numbers that arrive as strings', () => {
    const row = {
      delivery_type_id: 2,
      provider_name: 'UPS',
      delivery_type: 'Ground',
      display_text: 'UPS Ground',
      delivery_cost: '5.99',
      estimated_days: '5',
    }
    expect(parseDeliveryOptions([row])).toEqual([
      {
        key: '2',
        delivery_type_id: '2',
        provider_name: 'UPS',
        delivery_type: 'Ground',
        display_text: 'UPS Ground',
        delivery_cost_cents: 599,
        estimated_days: 5,
      },
    ])
  })

  it('always have words to show', () => {
    const row = { delivery_type_id: 1, delivery_cost: 0, estimated_days: 3 }
    expect(parseDeliveryOptions([row, { ...row, provider_name: 'UPS', delivery_type: 'Ground' }])).toMatchObject([
      { display_text: 'Delivery' },
      { display_text: 'UPS Ground' },
    ])
  })

  it('leaves malformed ones out, and throws only for what is no list', () => {
    const row = fc.record(
      { delivery_type_id: fc.jsonValue(), delivery_cost: fc.jsonValue(), estimated_days: fc.jsonValue() },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(fc.oneof(row, fc.jsonValue()))), (body) => {
        if (!Array.isArray(body)) {
          expect(() => parseDeliveryOptions(body)).toThrow(TypeError)
          return
        }
        for (const option of parseDeliveryOptions(body)) {
          expect(Number.isSafeInteger(option.delivery_cost_cents)).toBe(true)
          expect(option.display_text).not.toBe('')
          const date = addBusinessDays(new Date(2026, 10, 20), option.estimated_days ?? 0)
          expect(Number.isNaN(date.getTime())).toBe(false)
        }
      }),
    )
  })

  it('tells options with the same id apart by their place (R48)', () => {
    const row = { delivery_type_id: 1, delivery_cost: 5, estimated_days: 3 }
    const options = [row, { ...row, delivery_cost: 9 }, { ...row, delivery_type_id: '1 #2' }, { ...row }]
    const keys = parseDeliveryOptions(options).map((option) => option.key)
    expect(new Set(keys).size).toBe(4)
    expect(keys[0]).toBe('1')
    expect(parseDeliveryOptions(options.slice(0, 2)).map((option) => option.key)).toEqual(keys.slice(0, 2))
  })

  it.each([null, undefined, '', 'soon'])('offers one whose days are %j, without a date (R48)', (estimated_days) => {
    const row = { delivery_type_id: 1, delivery_cost: 5, estimated_days }
    expect(parseDeliveryOptions([row])).toMatchObject([{ delivery_type_id: '1', estimated_days: null }])
  })

  it('one whose days lie beyond any calendar is malformed', () => {
    const row = { delivery_type_id: 1, delivery_cost: 0 }
    expect(parseDeliveryOptions([{ ...row, estimated_days: 1e15 }])).toEqual([])
    expect(parseDeliveryOptions([{ ...row, estimated_days: 365 }])).toHaveLength(1)
  })
})

describe('states', () => {
  it('are all 50 (section 9)', () => {
    expect(Object.keys(US_STATES)).toHaveLength(50)
    expect(new Set(Object.values(US_STATES)).size).toBe(50)
  })

  it.each([
    ['CA', 'CA'],
    [' ny ', 'NY'],
    ['DC', null],
    ['California', null],
    ['', null],
    ['toString', null],
    ['__proto__', null],
  ])('reads %o as %o', (text, code) => {
    expect(parseStateCode(text)).toBe(code)
  })
})

describe('isEmail: text, @, text, a dot and at least 2 letters (section 5)', () => {
  it.each(['a@b.co', ' ana@shopper.example ', 'ana.ruiz+bags@mail.shopper.example', "o'neil@b.museum"])(
    'accepts %o',
    (text) => {
      expect(isEmail(text)).toBe(true)
    },
  )

  it.each([
    '',
    'ana',
    'ana@',
    '@b.co',
    'ana@shopper',
    'ana@shopper.c',
    'ana@shopper.c0',
    'a b@c.de',
    'a@b@c.de',
    'a@.',
  ])('refuses %o', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})

describe('the card payment token (R21)', () => {
  it.each([
    [{ clientToken: 'abc' }, { clientToken: 'abc', provider: 'braintree' }],
    [
      { clientToken: 'abc', provider: 'sandbox' },
      { clientToken: 'abc', provider: 'sandbox' },
    ],
    [
      { clientToken: 'abc', provider: 'other' },
      { clientToken: 'abc', provider: 'braintree' },
    ],
    [{ clientToken: ' ' }, null],
    [{}, null],
    [null, null],
  ])('reads %j as %j', (body, token) => {
    expect(parseClientToken(body)).toEqual(token)
  })
})
