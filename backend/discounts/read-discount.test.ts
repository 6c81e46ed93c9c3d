import { expect, test } from 'vitest'
import type { StoredCode } from './discounts.repository.ts'
import { statusOf } from './read-discount.ts'

const TODAY = '2026-11-26'
const CODE: StoredCode = {
  ...{ code: 'SUMMER', kind: 'percent', value: 10, minimum_cents: 0, lines: '[]', product_ids: '[]' },
  ...{ starts_on: null, ends_on: null, max_uses: null, once_each: 0, uses: 0, state: 'on' },
  ...{ version: 0, created_at: '' },
}

test.each([
  ['on its last day', { ends_on: TODAY }, 'on'],
  ['the day after it', { ends_on: '2026-11-25' }, 'expired'],
  ['on its first day', { starts_on: TODAY }, 'on'],
  ['the day before it', { starts_on: '2026-11-27' }, 'not_yet'],
  ['before its last use', { max_uses: 5, uses: 4 }, 'on'],
  ['after it', { max_uses: 5, uses: 5 }, 'used_up'],
  ['while it is paused, also after its last day', { state: 'paused', ends_on: '2026-11-25' }, 'paused'],
] as const)('%s a code with %j is %s', (_when, terms, status) => {
  expect(statusOf({ ...CODE, ...terms }, TODAY)).toBe(status)
})
