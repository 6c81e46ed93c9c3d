import { expect, test } from 'vitest'
import { createInFlightAttempts, noteCount } from './in-flight-attempts.ts'

const [FIRST_WINDOW, NEXT_WINDOW] = ['2026-11-21T12:15:00.000Z', '2026-11-21T12:30:00.000Z']

test.each([
  ['a higher count replaces a lower one', 3, FIRST_WINDOW, [3, FIRST_WINDOW]],
  ['a lower count that is received late does not', 1, FIRST_WINDOW, [2, FIRST_WINDOW]],
  ['the first count of the next window does', 1, NEXT_WINDOW, [1, NEXT_WINDOW]],
])('%s', (_, counted, expires_at, expected) => {
  const entry = createInFlightAttempts().acquire('a')
  noteCount(entry, { counted: 2, expires_at: FIRST_WINDOW })
  noteCount(entry, { counted, expires_at })
  expect([entry.counted, entry.expires_at]).toEqual(expected)
})

test('a high count of a window that is over does not replace one of the next', () => {
  const entry = createInFlightAttempts().acquire('a')
  noteCount(entry, { counted: 1, expires_at: NEXT_WINDOW })
  noteCount(entry, { counted: 9, expires_at: FIRST_WINDOW })
  expect([entry.counted, entry.expires_at]).toEqual([1, NEXT_WINDOW])
})
