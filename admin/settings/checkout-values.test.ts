import { expect, test } from 'vitest'
import {
  daysWarning,
  editDays,
  mergeOptions,
  mergeTax,
  moved,
  type OptionValues,
  optionDifferences,
  optionErrors,
  optionValues,
  soonWarning,
  taxDifferences,
  taxErrors,
  taxValues,
  toOption,
  toTaxTable,
  unusualRates,
  withNewOption,
} from './checkout-values.ts'

const OPTION = {
  delivery_type_id: '1',
  provider_name: 'Carrier',
  delivery_type: 'Ground',
  display_text: 'Ground, 3 days',
  delivery_cost_cents: 450,
  estimated_days: 3,
}
const TABLE = { source: 'Ours', published: '2026-01-01', note: 'Combined', percents: { CA: 8.85, NY: 0 } }
const typed = (change: Partial<OptionValues>) => [{ ...optionValues(OPTION), ...change }]

test('an option that is not edited comes back the same', () => {
  expect(optionErrors(typed({}))).toEqual({})
  expect(typed({}).map(toOption)).toEqual([OPTION])
})

test.each([
  ['delivery_cost_cents', ['', '4,95', '-1', '4.955', '$', '1e3', '100000']],
  ['estimated_days', ['', '1.5', '-1', '1000', 'soon']],
  ['display_text', ['', '  ']],
] as const)('%s is refused beside its field', (field, texts) => {
  for (const text of texts) expect(Object.keys(optionErrors(typed({ [field]: text })))).toEqual([`0.${field}`])
})

test.each([
  ['Ground, 5 business days', '6', 'Ground, 6 business days'],
  ['Ground, 5 business days', '1', 'Ground, 1 business day'],
  ['Ground, 1 business day', '2', 'Ground, 2 business days'],
  ['Ground, 3 to 5 days', '6', 'Ground, 3 to 6 days'],
  ['2Day, returns within 30 days, 2 days', '3', undefined],
  ['Ground', '6', undefined],
  ['Ground, 5 days', '', undefined],
])('the text %s with %s days says %s', (display_text, days, expected) => {
  const [option] = typed({ display_text })
  if (option === undefined) throw new Error('no option')
  expect(editDays(option, days).display_text).toBe(expected)
  expect(editDays(option, days).estimated_days).toBe(days)
})

test("a cost is read as a product's price is", () => {
  expect(typed({ delivery_cost_cents: ' $1,250.00' }).map(toOption)).toEqual([
    { ...OPTION, delivery_cost_cents: 125_000 },
  ])
  expect(optionErrors(typed({ delivery_cost_cents: '$1,250.00' }))).toEqual({})
})

test.each([
  ['Ground, 5 business days', '6', true],
  ['Ground, 5 business days', '5', false],
  ['Ground, 3 days, returns within 30 days', '3', false],
  ['Ground', '6', false],
])('of the text %s with %s days is warned: %s', (display_text, estimated_days, isWarned) => {
  expect(typed({ display_text, estimated_days }).map((option) => daysWarning(option) !== null)).toEqual([isWarned])
})

test.each([
  ['5', 10, true],
  ['1', 1, true],
  ['2', 1, false],
  ['', 10, false],
])('an option of "%s" days in a shop that ships within %i is named: %s', (estimated_days, shipDays, isNamed) => {
  expect(typed({ estimated_days }).map((option) => soonWarning(option, shipDays) !== null)).toEqual([isNamed])
})

test('a new option takes an id that is free', () => {
  const options = [...typed({}), ...typed({ delivery_type_id: '3' })]
  expect(withNewOption(options).at(-1)?.delivery_type_id).toBe('4')
})

test('changes by two people to different options are merged, also within one option', () => {
  const other = optionValues({ ...OPTION, delivery_type_id: '2' })
  const base = [...typed({}), other]
  const mine = [...typed({ delivery_cost_cents: '5.00' }), other]
  const theirs = [...typed({ estimated_days: '9' }), { ...other, provider_name: 'Rider' }]
  const merged = [...typed({ delivery_cost_cents: '5.00', estimated_days: '9' }), { ...other, provider_name: 'Rider' }]
  expect(mergeOptions(base, mine, theirs)).toEqual(merged)
})

test('once somebody removes an option, the options are merged as a whole', () => {
  const base = [...typed({}), ...typed({ delivery_type_id: '2' })]
  const mine = [...typed({ delivery_cost_cents: '5.00' }), ...typed({ delivery_type_id: '2' })]
  expect(mergeOptions(base, mine, typed({}))).toEqual(mine)
  expect(mergeOptions(base, base, typed({}))).toEqual(typed({}))
})

test('changes by two people to different rates are merged', () => {
  const base = taxValues(TABLE)
  const mine = { ...base, percents: { ...base.percents, CA: '9' } }
  const theirs = { ...base, source: 'Theirs', percents: { ...base.percents, NY: '4' } }
  const merged = { ...base, source: 'Theirs', percents: { ...base.percents, CA: '9', NY: '4' } }
  expect(mergeTax(base, mine, theirs)).toEqual(merged)
})

test('rows change places', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
})

test('rates come back the same, and a missing one is reported at its state', () => {
  const values = taxValues(TABLE)
  expect(toTaxTable(values).percents).toMatchObject({ CA: 8.85, NY: 0 })
  const errors = taxErrors(values)
  expect(errors['rates.CA']).toBeUndefined()
  expect(errors['rates.TX']).toBeDefined()
  expect(taxErrors({ ...values, percents: { CA: '8,85' } })).toEqual({ 'rates.CA': expect.any(String) })
  expect(Object.keys(taxErrors({ source: ' ', published: '', note: '', percents: {} }))).toEqual([
    'source',
    'published',
    'note',
  ])
})

test('what two people wrote stands side by side', () => {
  const mine = typed({ delivery_cost_cents: '5.00' })
  expect(optionDifferences(typed({}), mine)).toEqual([
    { label: 'Option 1', theirs: expect.stringContaining('$4.50'), mine: expect.stringContaining('$5.00') },
  ])
  expect(optionDifferences(typed({}), [])).toMatchObject([{ label: 'Option 1', mine: 'None' }])
  const values = taxValues(TABLE)
  expect(taxDifferences(values, { ...values, percents: { ...values.percents, CA: '9' } })).toEqual([
    { label: 'CA', theirs: '8.85%', mine: '9%' },
  ])
})

test('changed tax rates that are unusual are named for the question', () => {
  const seen = taxValues(TABLE)
  expect(unusualRates({ ...seen, percents: { ...seen.percents, CA: '15', NY: '82' } }, seen)).toEqual(['New York 82%'])
  expect(unusualRates({ ...seen, percents: { ...seen.percents, CA: '0.0885', NY: '0' } }, seen)).toEqual([
    'California 0.0885%',
  ])
  expect(
    unusualRates({ ...seen, percents: { ...seen.percents, NY: '82' } }, { ...seen, percents: { NY: '82' } }),
  ).toEqual([])
})
