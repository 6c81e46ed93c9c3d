import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  amount,
  emptyFields,
  type Fields,
  fromWire,
  optionalAmount,
  optionalNumber,
  optionalText,
  optionalTextOf,
  parseFields,
  pickFields,
  storedFields,
  storedNames,
  text,
  textOf,
  toWire,
  wholeNumber,
} from './fields.ts'
import { fileShape, inputShape, wireShape } from './fields-schemas.ts'

const FIELDS = {
  name: text(5),
  line: textOf(['Campus', 'Nomad']),
  note: optionalText(10),
  state: optionalTextOf(['open', 'closed']),
  pieces: wholeNumber(100),
  inches: optionalNumber(50),
  price: amount(1000),
  sale: optionalAmount(1000),
} satisfies Fields

const cents = fc.integer({ min: 0, max: 100_000 })
const stored = fc.record({
  name: fc.string(),
  line: fc.constantFrom('Campus' as const, 'Nomad' as const),
  note: fc.option(fc.string()),
  state: fc.constantFrom('open' as const, 'closed' as const, null),
  pieces: fc.nat(),
  inches: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
  price_cents: cents,
  sale_cents: fc.option(cents),
})

it('a table of fields has amounts in cents in columns, and in dollars in calls and files', () => {
  fc.assert(
    fc.property(stored, (row) => {
      const wire = toWire(FIELDS, row)
      expect(Object.keys(wire)).toEqual(Object.keys(FIELDS))
      expect(wire.price).toBe(row.price_cents / 100)
      expect(fromWire(FIELDS, wire)).toEqual(row)
    }),
  )
  expect(storedNames(FIELDS)).toEqual([
    'name',
    'line',
    'note',
    'state',
    'pieces',
    'inches',
    'price_cents',
    'sale_cents',
  ])
})

it('a table of fields is picked out of a row with more', () => {
  fc.assert(
    fc.property(stored, (row) => {
      const longer = { ...row, more: 1 }
      expect(pickFields(FIELDS, longer)).toEqual(row)
    }),
  )
})

it('a table of fields is parsed from any row: a field that is missing or malformed is null (R3)', () => {
  const { name, line, note, state, inches } = FIELDS
  const row = { name: ' Bag ', line: 'Other', note: ['Wax'], inches: '15.5', x: 1 }
  expect(parseFields({ name, line, note, state, inches }, row)).toEqual({
    name: 'Bag',
    line: 'Other',
    note: null,
    state: null,
    inches: 15.5,
  })
})

it('a table of fields is empty with null in each column', () => {
  expect(emptyFields({ name: FIELDS.name, sale: FIELDS.sale })).toEqual({ name: null, sale_cents: null })
})

const NONE = { note: null, state: null, inches: null, sale: null }
const INPUT = { name: 'Bag', line: 'Campus', pieces: 1, price: 79.5, ...NONE }

const file = z.strictObject(fileShape(FIELDS))
const input = z.strictObject(inputShape(FIELDS))

it('the schemas of a table of fields: in a file, what may be null may be missing', () => {
  const { note, state, inches, sale, ...required } = INPUT
  expect(file.parse(required)).toEqual(INPUT)
  for (const name of Object.keys(required)) expect(file.safeParse({ ...INPUT, [name]: undefined }).success).toBe(false)
})

it('the schemas of a table of fields: in a form, nothing is missing, and a part of one has no other fields', () => {
  expect(input.parse(INPUT)).toEqual(INPUT)
  expect(input.safeParse({ ...INPUT, note: undefined }).success).toBe(false)
  expect(z.partial(input).parse({ pieces: 2 })).toEqual({ pieces: 2 })
})

it.each([
  ['a blank text', { name: ' ' }],
  ['a text that is too long', { name: 'Backpack' }],
  ['a text that is not in the list', { line: 'Other' }],
  ['an optional text that is not in the list', { state: 'other' }],
  ['part of a piece', { pieces: 1.5 }],
  ['fewer than no pieces', { pieces: -1 }],
  ['too many pieces', { pieces: 101 }],
  ['a measure of 0', { inches: 0 }],
  ['a price as a text', { price: '79' }],
  ['part of a cent', { price: 79.999 }],
  ['a negative price', { price: -1 }],
  ['a price that is too high', { sale: 1000.01 }],
])('the schemas of a table of fields refuse %s in files and forms', (_, part) => {
  expect(file.safeParse({ ...INPUT, ...part }).success).toBe(false)
  expect(input.safeParse({ ...INPUT, ...part }).success).toBe(false)
})

it.each([
  [100_000, 0, true],
  [100_001, null, false],
  [79.5, null, false],
  [0, -1, false],
])(
  'the schemas of a table of fields: of a price of %d and a sale of %d cents, up to 1000 dollars, say %s',
  (price_cents, sale_cents, isValid) => {
    const { price, sale, ...others } = INPUT
    const columns = z.strictObject(inputShape(storedFields(FIELDS)))
    expect(columns.safeParse({ ...others, price_cents, sale_cents }).success).toBe(isValid)
  },
)

it('the schemas of a table of fields: accept the values of a row, in calls and in columns', () => {
  fc.assert(
    fc.property(stored, (row) => {
      expect(z.strictObject(wireShape(storedFields(FIELDS))).parse(row)).toEqual(row)
      const wire = toWire(FIELDS, row)
      expect(z.strictObject(wireShape(FIELDS)).parse(wire)).toEqual(wire)
    }),
  )
})
