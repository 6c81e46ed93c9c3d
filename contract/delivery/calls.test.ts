import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDeliveryOptions } from './calls.ts'
import { addBusinessDays } from './rules.ts'

it('delivery options (R3) accept numbers as strings', () => {
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
      display_text: 'UPS Ground',
      delivery_cost_cents: 599,
      estimated_days: 5,
    },
  ])
})

it('delivery options (R3) have keys of their own: an id that comes again gets its position among its equals (R48)', () => {
  const rows = [7, 8, 7, '7'].map((delivery_type_id) => ({ delivery_type_id, delivery_cost: 0, estimated_days: 3 }))
  expect(parseDeliveryOptions(rows).map(({ key }) => key)).toEqual(['7', '8', '7 #2', '7 #3'])
})

it('delivery options (R3) always have a text to show', () => {
  const row = { delivery_type_id: 1, delivery_cost: 0, estimated_days: 3 }
  expect(parseDeliveryOptions([row, { ...row, provider_name: 'UPS', delivery_type: 'Ground' }])).toMatchObject([
    { display_text: 'Delivery' },
    { display_text: 'UPS Ground' },
  ])
})

it('delivery options (R3) skip malformed ones, and throws only for a body that is not a list', () => {
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
        expect(addBusinessDays('2026-11-20', option.estimated_days ?? 0)).toMatch(/^2\d{3}-\d\d-\d\d$/)
      }
    }),
  )
})

it('delivery options (R3) are told apart by position where they have the same id (R48)', () => {
  const row = { delivery_type_id: 1, delivery_cost: 5, estimated_days: 3 }
  const options = [row, { ...row, delivery_cost: 9 }, { ...row, delivery_type_id: '1 #2' }, { ...row }]
  const keys = parseDeliveryOptions(options).map((option) => option.key)
  expect(new Set(keys).size).toBe(4)
  expect(keys[0]).toBe('1')
  expect(parseDeliveryOptions(options.slice(0, 2)).map((option) => option.key)).toEqual(keys.slice(0, 2))
})

it.each([null, undefined, '', 'soon'])(
  'delivery options (R3) accept one whose days are %j, without a date (R48)',
  (estimated_days) => {
    const row = { delivery_type_id: 1, delivery_cost: 5, estimated_days }
    expect(parseDeliveryOptions([row])).toMatchObject([{ key: '1', estimated_days: null }])
  },
)

it('delivery options (R3) one with too many days is malformed', () => {
  const row = { delivery_type_id: 1, delivery_cost: 0 }
  expect(parseDeliveryOptions([{ ...row, estimated_days: 1e15 }])).toEqual([])
  expect(parseDeliveryOptions([{ ...row, estimated_days: 1001 }])).toEqual([])
  expect(parseDeliveryOptions([{ ...row, estimated_days: 1000 }])).toHaveLength(1)
})
