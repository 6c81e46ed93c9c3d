import { afterEach, expect, test, vi } from 'vitest'
import { timesOfDay } from './audit-page.tsx'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['America/New_York', '2026-11-21', '2026-11-21T05:00:00.000Z', '2026-11-22T05:00:00.000Z'],
  // Clocks are set back in that night.
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['UTC', '2026-11-30', '2026-11-30T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
])('in %s the day %s begins and ends when its clocks say so', (zone, day, from, until) => {
  vi.stubEnv('TZ', zone)
  expect(timesOfDay(day)).toEqual({ from, until })
})

test.each(['', '2026-13-01', 'yesterday'])('"%s" is no day', (day) => {
  expect(timesOfDay(day)).toBeNull()
})
