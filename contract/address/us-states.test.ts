import { expect, test } from 'vitest'
import { parseStateCode, US_STATES } from './us-states.ts'

test('there are 50 states, known by their letters, and nothing else is one', () => {
  expect(Object.keys(US_STATES)).toHaveLength(50)
  expect([' or ', 'OR', 'DC', 'Oregon', ''].map(parseStateCode)).toEqual(['OR', 'OR', null, null, null])
})
