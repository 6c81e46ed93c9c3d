import type { StateCode } from '@shop/contract/address/us-states'
import type { AdminTaxState } from '@shop/contract/tax/admin'
import { expect, test } from 'vitest'
import {
  countUndecided,
  decideOthers,
  describeCollected,
  isSearched,
  mergeStates,
  type StateValues,
  stateDifferences,
  stateErrors,
  statesOnTop,
  stateValues,
  toTaxStates,
} from './tax-states.ts'

const WASHINGTON: AdminTaxState = { state: 'WA', collected: true, delivery_taxed: true, permit: '601-234' }
const OREGON: AdminTaxState = { state: 'OR', collected: false, delivery_taxed: false, permit: '' }
const edit = (values: StateValues[], state: StateCode, changes: Partial<StateValues>) =>
  values.map((one) => (one.state === state ? { ...one, ...changes } : one))

test('all 50 states are in the form, and only what was decided is sent', () => {
  const values = stateValues([WASHINGTON, OREGON])
  expect(values).toHaveLength(50)
  expect(toTaxStates(values)).toEqual([OREGON, WASHINGTON])
  expect(toTaxStates(stateValues([]))).toEqual([])
})

test('nothing else is sent for a state without the tax', () => {
  const values = edit(stateValues([WASHINGTON]), 'WA', { decision: 'not_collected' })
  expect(toTaxStates(values)).toEqual([{ state: 'WA', collected: false, delivery_taxed: false, permit: '' }])
})

test('all others at once leaves what was decided', () => {
  const values = decideOthers(stateValues([WASHINGTON]))
  expect(values.filter(({ decision }) => decision === 'not_collected')).toHaveLength(49)
  expect(toTaxStates(values)).toContainEqual(WASHINGTON)
})

test('two who decide about different states both keep theirs', () => {
  const base = stateValues([])
  const mine = edit(base, 'OR', { decision: 'not_collected' })
  expect(toTaxStates(mergeStates(base, mine, stateValues([WASHINGTON])))).toEqual([OREGON, WASHINGTON])
})

test('a state that both have changed shows both versions', () => {
  const mine = edit(stateValues([WASHINGTON]), 'WA', { decision: 'undecided' })
  expect(stateDifferences(stateValues([WASHINGTON]), mine)).toEqual([
    { label: 'Washington', theirs: 'Collected, delivery taxed, permit 601-234', mine: 'None' },
  ])
})

test('on top are the states where the tax is collected, and where it may have to be', () => {
  const sales = [
    { state: 'TX', cents: 8_000_000, is_near: true },
    { state: 'CA', cents: 100, is_near: false },
  ] as const
  expect([...statesOnTop(stateValues([WASHINGTON, OREGON]), sales)]).toEqual(['WA', 'TX'])
})

test.each([
  ['wash', true],
  ['WA', true],
  [' wa ', true],
  ['', true],
  ['as', true],
  ['ORE', false],
])('"%s" finds Washington: %s', (text, found) => {
  expect(isSearched('WA', text)).toBe(found)
})

test('a number with a control character, as copied from a table, is refused at its state', () => {
  expect(stateErrors(edit(stateValues([WASHINGTON]), 'WA', { permit: '601\t234' }))).toEqual({
    WA: 'This isn’t a valid number',
  })
  expect(stateErrors(stateValues([WASHINGTON]))).toEqual({})
})

test('where the tax is collected nowhere yet, what is chosen is named', () => {
  const values = stateValues([])
  expect([describeCollected(values), countUndecided(values)]).toEqual(['So far you don’t collect it anywhere.', 50])
  const chosen = values.map((one) => (one.state === 'CA' ? { ...one, decision: 'collected' as const } : one))
  expect(describeCollected(chosen)).toBe('Once you save, you’ll collect it in California.')
  expect(countUndecided(chosen)).toBe(49)
})
