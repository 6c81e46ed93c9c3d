import { expect, test } from 'vitest'
import { reservationWarning } from './admin.ts'

test.each([
  ['at_shipping', 5, false],
  ['at_shipping', 6, true],
  ['at_shipping', 30, true],
  ['at_order', 30, false],
] as const)(
  'cards that are charged %s and orders that ship within %i business days are warned of: %s',
  (capture, shipDays, warns) => {
    expect(reservationWarning({ capture, shipDays }) !== null).toBe(warns)
  },
)
