import { expect, test } from 'vitest'
import { parseRegion } from './region-names.ts'
import { US_STATES } from './us-states.ts'

test('every state is known by its letters and its name', () => {
  for (const [code, name] of Object.entries(US_STATES)) {
    expect([parseRegion(` ${code.toLowerCase()} `), parseRegion(name.toUpperCase())]).toEqual([code, code])
  }
  expect([parseRegion('Ontario'), parseRegion('')]).toEqual([null, null])
})

test.each([
  ['D. C.', 'DC'],
  ['Washington, D.C.', 'DC'],
  ['N. Y.', 'NY'],
  ['US-MA', 'MA'],
  ['N. Carolina', 'NC'],
  ['So. Dakota', 'SD'],
  ['W. Virginia', 'WV'],
  ['W. Va.', 'WV'],
  ['Hawaiʻi', 'HI'],
  ["Hawai'i", 'HI'],
  ['Armed Forces (AE)', 'AE'],
  ['Virgin Islands (U.S.)', 'VI'],
  ['Virgin Islands, U.S.', 'VI'],
  ['US-', null],
  ['W', null],
] as const)('%s is the region %s', (text, region) => {
  expect(parseRegion(text)).toBe(region)
})

test('two names are one region where they mean the same', () => {
  expect(['MA - Massachusetts', 'Puerto Rico (US)', 'MA / ME', 'US'].map(parseRegion)).toEqual(['MA', 'PR', null, null])
})
