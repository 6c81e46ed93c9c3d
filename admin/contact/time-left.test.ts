import { expect, test } from 'vitest'
import { timeLeft } from './time-left.tsx'

const RECEIVED = '2026-11-20T12:00:00.000Z'

test.each([
  ['2026-11-20T12:00:00.000Z', '2 days left', 'moss'],
  ['2026-11-21T11:30:00.000Z', '24 h left', 'moss'],
  ['2026-11-22T00:00:00.000Z', '12 h left', 'amber'],
  ['2026-11-22T11:40:00.000Z', '20 min left', 'amber'],
  ['2026-11-22T12:00:00.000Z', '1 min late', 'brick'],
  ['2026-11-23T13:00:00.000Z', '25 h late', 'brick'],
  ['2026-11-25T12:00:00.000Z', '3 days late', 'brick'],
])('at %s: %s', (now, text, color) => {
  expect(timeLeft(RECEIVED, Date.parse(now))).toEqual({ text, color })
})
