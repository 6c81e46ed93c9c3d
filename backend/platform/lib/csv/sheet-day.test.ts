import { expect, test } from 'vitest'
import { findDayOrder, parseSheetDay } from './sheet-day.ts'

const ZONE = 'America/New_York'

test.each([
  ['2025-10-01', '2025-10-01'],
  ['10/1/2025', '2025-10-01'],
  ['10/1/25', '2025-10-01'],
  ['10-01-2025', '2025-10-01'],
  ['12/1/99', '1999-12-01'],
  ['2025/10/1', '2025-10-01'],
  ['Oct 1, 2025', '2025-10-01'],
  ['October 1 2025', '2025-10-01'],
  ['Sept. 1st, 2025', '2025-09-01'],
  ['Wednesday, October 1, 2025 7:36 PM', '2025-10-01'],
  ['1 Oct 2025', '2025-10-01'],
  ['01-Oct-25', '2025-10-01'],
  ['10/1/25, 9:05 AM', '2025-10-01'],
  ['10/1/2025 21:05', '2025-10-01'],
  ['Oct 1, 2025 at 9:05 PM', '2025-10-01'],
  ['2025-10-01 23:59:59 -0700', '2025-10-01'],
  ['2025-10-01T23:59:59-04:00', '2025-10-01'],
  ['2025-10-02T03:59:59Z', '2025-10-01'],
  ['2025-10-02 04:00:00 UTC', '2025-10-02'],
  ['2025-10-1', '2025-10-01'],
  ['2025.10.01', '2025-10-01'],
  ['20251001', '2025-10-01'],
  ['Thu, 02 Oct 2025 03:59:59 GMT', '2025-10-01'],
  ['Oct 2, 2025 3:59 AM UTC', '2025-10-01'],
  ['10/2/2025 12:30 am +00:00', '2025-10-01'],
  ['Wed Oct 01 2025 23:30:00 GMT-0400 (Eastern Daylight Time)', '2025-10-01'],
  // The days on which clocks change, and the end of the year.
  ['2025-03-10T03:59:59Z', '2025-03-09'],
  ['2025-03-10T04:00:00Z', '2025-03-10'],
  ['2025-11-03T04:59:59Z', '2025-11-02'],
  ['2026-01-01 04:59:59 UTC', '2025-12-31'],
])('%s is %s', (text, day) => {
  expect(parseSheetDay(text, null, ZONE)).toBe(day)
})

test.each(['01.10.2025', '45931', 'soon', 'Foo 1, 2025', '', '10/2025', '1 October', '2025101', '202510'])(
  '%j is no day that only one reading gives',
  (text) => {
    expect(parseSheetDay(text, null, ZONE)).not.toMatch(/^\d{4}-\d{2}-\d{2}$/)
  },
)

test('a day beyond the twelfth tells the order of all days of a file', () => {
  const order = findDayOrder(['01/10/2025', '', '13/10/2025 10:00'])
  expect(order).toBe('day first')
  expect(parseSheetDay('01/10/2025', order, ZONE)).toBe('2025-10-01')
  expect(parseSheetDay('01.10.25', findDayOrder(['31.10.25']), ZONE)).toBe('2025-10-01')
  expect(findDayOrder(['01/10/2025', '10/13/2025'])).toBe('month first')
  expect(findDayOrder(['01/10/2025', 'Oct 13, 2025'])).toBeNull()
})
