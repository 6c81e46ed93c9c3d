import { afterEach, expect, test, vi } from 'vitest'
import { findInstants, isTimeZone, shopDay, shopTime, startOfDay } from './time-zone.ts'

afterEach(() => vi.unstubAllEnvs())

const NEW_YORK = 'America/New_York'

test.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  'a machine in %s knows the days and times of the shop (R55)',
  (machine) => {
    vi.stubEnv('TZ', machine)
    // An evening in New York is the next day in UTC, and the day after the spring change has 23 hours.
    expect(shopDay(new Date('2026-11-28T01:30:00Z'), NEW_YORK)).toBe('2026-11-27')
    expect(shopDay(new Date('2026-11-28T04:59:59.999Z'), NEW_YORK)).toBe('2026-11-27')
    expect(shopDay(new Date('2026-11-28T05:00:00Z'), NEW_YORK)).toBe('2026-11-28')
    expect(shopDay(new Date('2026-11-28T10:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-11-29')
    expect(shopDay(new Date('2026-11-28T10:00:00Z'), NEW_YORK)).toBe('2026-11-28')
    expect(shopDay(new Date('2026-11-28T10:00:59Z'), NEW_YORK)).toBe('2026-11-28')
    expect(() => shopDay(new Date(Number.NaN), NEW_YORK)).toThrow(RangeError)
    expect(shopTime(new Date('2026-11-27T11:00:59Z'), NEW_YORK)).toBe('2026-11-27T06:00')
    expect(shopTime(new Date('2026-11-27T05:00:00Z'), NEW_YORK)).toBe('2026-11-27T00:00')
    expect(findInstants('2026-11-27T06:00', NEW_YORK)).toEqual([new Date('2026-11-27T11:00:00Z')])
  },
)

test('an hour that daylight saving skips has no instant, one that it repeats has two', () => {
  expect(findInstants('2027-03-14T02:30', NEW_YORK)).toEqual([])
  expect(findInstants('2027-03-14T03:00', NEW_YORK)).toEqual([new Date('2027-03-14T07:00:00Z')])
  const twice = [new Date('2027-11-07T05:30:00Z'), new Date('2027-11-07T06:30:00Z')]
  expect(findInstants('2027-11-07T01:30', NEW_YORK)).toEqual(twice)
  expect(twice.map((instant) => shopTime(instant, NEW_YORK))).toEqual(['2027-11-07T01:30', '2027-11-07T01:30'])
  expect(findInstants('2027-11-07T02:00', NEW_YORK)).toEqual([new Date('2027-11-07T07:00:00Z')])
})

test.each([
  [NEW_YORK, '2026-11-21', '2026-11-21T05:00:00.000Z'],
  [NEW_YORK, '2026-11-01', '2026-11-01T04:00:00.000Z'],
  [NEW_YORK, '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['UTC', '2026-11-30', '2026-11-30T00:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-30', '2026-11-29T10:00:00.000Z'],
  // Clocks are put forward at midnight, and put back at midnight.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
])('in %s the day %s begins when its clocks say so', (zone, day, instant) => {
  const start = startOfDay(day, zone)
  expect(start.toISOString()).toBe(instant)
  expect([shopDay(start, zone), shopDay(new Date(start.getTime() - 1), zone) < day]).toEqual([day, true])
})

test.each([
  'America/New_York',
  'America/Argentina/Buenos_Aires',
  'Pacific/Kiritimati',
  'UTC',
  'America/Port-au-Prince',
])('%s is a time zone', (name) => expect(isTimeZone(name)).toBe(true))

test.each(['', 'New York', 'America/Boston', '-05:00', '+14', 'EST5EDT', 'America/', 'local'])(
  '"%s" is no time zone',
  (name) => expect(isTimeZone(name)).toBe(false),
)
