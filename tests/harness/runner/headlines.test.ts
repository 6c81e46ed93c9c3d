import { expect, test } from 'vitest'
import { PARTS, vitestHeadline } from './headlines.ts'

test('a headline names only what runs', () => {
  expect(vitestHeadline(['static'], true)).toBe('Rules of the project')
  expect(vitestHeadline(['unit'], false)).toBe('Units and the API on SQLite and PostgreSQL')
  expect(vitestHeadline(PARTS, false)).toBe('Rules of the project, units, and the API on SQLite and PostgreSQL')
  expect(vitestHeadline(['unit', 'browser'], true)).toBe(
    'Units, the API on SQLite and PostgreSQL, several nodes, and updates',
  )
})
