import { expect, it } from 'vitest'
import { latestDay } from './today.ts'

it('the date of an open checkout changes with the day, and not within it', () => {
  const evening = new Date('2026-11-27T23:59:00')
  const night = new Date('2026-11-28T00:01:00')
  expect(latestDay(evening, night)).toBe(night)
  expect(latestDay(night, new Date('2026-11-28T23:59:00'))).toBe(night)
})
