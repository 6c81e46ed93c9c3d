import { expect, test } from 'vitest'
import { formatDay, formatTime } from './time.ts'

test('a day is never broken, a time only between day and hour', () => {
  expect(formatDay('2026-11-27')).toBe('Nov\u00a027,\u00a02026')
  expect(formatTime('2026-11-23T12:47:00.000Z')).toMatch(/^Nov\u00a02\d,\u00a02026, \d{1,2}:\d\d\u00a0[AP]M$/)
})

test('what is no time is not shown', () => {
  expect([formatDay('yesterday'), formatTime('soon')]).toEqual(['', ''])
})
