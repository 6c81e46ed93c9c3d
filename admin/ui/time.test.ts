import { DEFAULT_TIME_ZONE } from '@shop/contract/settings/time-zone'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayOf, formatTime, setTimeZone, timesOfDay, today } from './time.ts'

// The viewer’s device is on the other side of the world.
beforeEach(() => void vi.stubEnv('TZ', 'Pacific/Kiritimati'))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
  setTimeZone(DEFAULT_TIME_ZONE)
})

test('days and times are those of the shop, whatever the device says (R55)', () => {
  vi.useFakeTimers({ now: new Date('2026-11-28T02:30:00Z') })
  expect([today(), dayOf('2026-11-28T02:30:00.000Z')]).toEqual(['2026-11-27', '2026-11-27'])
  expect(formatTime('2026-11-28T02:30:00.000Z')).toBe('Nov\u00a027,\u00a02026, 9:30\u00a0PM')
  setTimeZone('America/Los_Angeles')
  expect(formatTime('2026-11-28T02:30:00.000Z')).toBe('Nov\u00a027,\u00a02026, 6:30\u00a0PM')
})

test.each([
  ['America/New_York', '2026-11-21', '2026-11-21T05:00:00.000Z', '2026-11-22T05:00:00.000Z'],
  // Clocks are set back in that night.
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['UTC', '2026-11-30', '2026-11-30T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
])('in %s the day %s begins and ends when its clocks say so', (zone, day, from, until) => {
  setTimeZone(zone)
  expect(timesOfDay(day)).toEqual({ from, until })
})

test.each(['', '2026-13-01', 'yesterday'])('"%s" is no day', (day) => {
  expect(timesOfDay(day)).toBeNull()
})
