import { expect, test } from 'vitest'
import { addressWarning, reservationWarning } from './admin.ts'

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

test("a ZIP code of another state in the shop's address is warned of", () => {
  expect(addressWarning('1 Mill Lane\nSalem, ME 01970')).toBe(
    '01970 is a ZIP code in Massachusetts, not Maine. Please check the postal address.',
  )
  for (const right of ['', '1 Mill Lane\nSalem, MA 01970', '1 Mill Lane\nSalem', '1 Via Roma\n20121 Milano\nItaly'])
    expect(addressWarning(right)).toBeNull()
})
