import { DEFAULT_TIME_ZONE } from '@shop/contract/settings/time-zone'
import { afterEach, expect, test, vi } from 'vitest'
import { localDay } from './local-day.ts'
import { localTime, noonOf, parseLocalTime, startOfLocalDay } from './local-time.ts'
import { setShopZone } from './shop-zone.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  setShopZone(DEFAULT_TIME_ZONE)
})

test.each(['UTC', 'Pacific/Kiritimati'])('days and times are those of the shop on a machine in %s (R55)', (machine) => {
  vi.stubEnv('TZ', machine)
  const evening = new Date('2026-11-28T02:30:00Z')
  expect([localDay(evening), localTime(evening)]).toEqual(['2026-11-27', '2026-11-27T21:30'])
  expect(startOfLocalDay('2026-11-27')).toEqual(new Date('2026-11-27T05:00:00Z'))
  expect(noonOf('2026-07-04')).toEqual(new Date('2026-07-04T16:00:00Z'))
  setShopZone('America/Los_Angeles')
  expect([localDay(evening), localTime(evening)]).toEqual(['2026-11-27', '2026-11-27T18:30'])
  expect(parseLocalTime('2026-11-27T18:30').time).toEqual(evening)
})

test('a day and time is read where the shop is', () => {
  const { time, note, problem } = parseLocalTime('2026-11-27T06:00')
  expect([time?.toISOString(), note, problem]).toEqual(['2026-11-27T11:00:00.000Z', null, null])
  expect(localTime(new Date('2026-11-27T11:00:59Z'))).toBe('2026-11-27T06:00')
})

test('an hour that daylight saving skips does not exist', () => {
  const problem = 'On Mar 14, 2027 the clocks go forward, so 02:30 doesn’t exist. Please choose another time.'
  expect(parseLocalTime('2027-03-14T02:30')).toEqual({ time: null, note: null, problem })
  expect(parseLocalTime('2027-03-14T03:00').time?.toISOString()).toBe('2027-03-14T07:00:00.000Z')
})

test('an hour that occurs twice is taken as the first, which is said', () => {
  const { time, note } = parseLocalTime('2027-11-07T01:30')
  expect(time?.toISOString()).toBe('2027-11-07T05:30:00.000Z')
  expect(note).toBe('On Nov 7, 2027 the clocks go back, so 01:30 occurs twice. We use the first.')
  expect(parseLocalTime('2027-11-07T02:00').note).toBeNull()
})

test('a time of the year 10000, as which 9999 ends in Greenwich, cannot be stored', () => {
  expect(parseLocalTime('9999-12-31T23:00')).toEqual({
    time: null,
    note: null,
    problem: '9999-12-31 is too late. Please choose an earlier day.',
  })
  expect(parseLocalTime('9999-12-31T18:59').time?.toISOString()).toBe('9999-12-31T23:59:00.000Z')
})

test.each(['2027-02-30T06:00', '2027-13-01T06:00', '2027-01-01T24:30', '2027-01-01T06:60', '0000-00-00T00:00'])(
  '%s is no day and time',
  (text) => {
    expect(parseLocalTime(text).problem).toMatch(/^There is no such day or time as /)
  },
)
