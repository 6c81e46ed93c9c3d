import { afterEach, beforeEach, expect, test } from 'vitest'
import { localTime, localZone, readLocalTime } from './local-time.ts'

const zone = process.env.TZ
beforeEach(() => {
  process.env.TZ = 'America/New_York'
})
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

test('a day and time is read where the shop runs', () => {
  const { time, note, problem } = readLocalTime('2026-11-27T06:00')
  expect([time?.toISOString(), note, problem]).toEqual(['2026-11-27T11:00:00.000Z', null, null])
  expect([localTime(new Date('2026-11-27T11:00:59Z')), localZone()]).toEqual(['2026-11-27T06:00', 'America/New_York'])
})

test('an hour that daylight saving skips does not exist', () => {
  const problem =
    'On Mar 14, 2027 the clocks are put forward, so that 02:30 does not exist. Please choose another time.'
  expect(readLocalTime('2027-03-14T02:30')).toEqual({ time: null, note: null, problem })
  expect(readLocalTime('2027-03-14T03:00').time?.toISOString()).toBe('2027-03-14T07:00:00.000Z')
})

test('of an hour that occurs twice the first is taken, which is said', () => {
  const { time, note } = readLocalTime('2027-11-07T01:30')
  expect(time?.toISOString()).toBe('2027-11-07T05:30:00.000Z')
  expect(note).toBe('On Nov 7, 2027 the clocks are put back, so that 01:30 occurs twice. The first is taken.')
  expect(readLocalTime('2027-11-07T02:00').note).toBeNull()
})

test('a time of the year 10000, as which 9999 ends in Greenwich, cannot be stored', () => {
  expect(readLocalTime('9999-12-31T23:00')).toEqual({
    time: null,
    note: null,
    problem: '9999-12-31 is too late. Please choose an earlier day.',
  })
  expect(readLocalTime('9999-12-31T18:59').time?.toISOString()).toBe('9999-12-31T23:59:00.000Z')
})

test.each(['2027-02-30T06:00', '2027-13-01T06:00', '2027-01-01T24:30', '2027-01-01T06:60', '0000-00-00T00:00'])(
  '%s is no day and time',
  (text) => {
    expect(readLocalTime(text).problem).toMatch(/^There is no such day or time as /)
  },
)
