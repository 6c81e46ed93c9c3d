import { expect, test } from 'vitest'
import { answerDay, refundDay } from './answer-day.ts'

const PROMISED = '2026-11-10'
const FIRST = { promised: PROMISED, last: null, today: '2026-11-09' }

test.each([
  ['30 days later', '2026-12-10', null],
  ['31 days later', '2026-12-11', '2026-12-10'],
  ['not known', null, '2026-12-10'],
])('a first notice whose day is %s needs an answer by %s', (_what, shipBy, answerBy) => {
  expect(answerDay({ ...FIRST, shipBy })).toBe(answerBy)
})

test('a later notice needs an answer by the day that the one before named, however short the delay', () => {
  const last = { ship_by: '2026-11-20', answer_by: null, agreed_at: null }
  const later = { promised: '2026-11-20', shipBy: '2026-11-21', last, today: '2026-11-15' }
  expect(answerDay(later)).toBe('2026-11-20')
  const agreed = { ...last, agreed_at: '2026-11-12T10:00:00.000Z' }
  expect(answerDay({ ...later, last: agreed })).toBe('2026-11-20')
  const unanswered = { ship_by: null, answer_by: '2026-12-10', agreed_at: null }
  expect(answerDay({ ...later, last: unanswered })).toBe('2026-12-10')
})

test('a shopper who agreed to wait without a day has agreed until they cancel', () => {
  const last = { ship_by: null, answer_by: '2026-12-10', agreed_at: '2026-11-12T10:00:00.000Z' }
  const later = { promised: PROMISED, shipBy: null, last, today: '2026-12-20' }
  expect(answerDay(later)).toBeNull()
  expect(answerDay({ ...later, last: { ...last, answer_by: null, agreed_at: null } })).toBeNull()
})

test('a notice that leaves late gives three days to answer', () => {
  expect(answerDay({ ...FIRST, shipBy: '2027-01-10', today: '2026-12-20' })).toBe('2026-12-23')
  expect(answerDay({ ...FIRST, shipBy: null, today: '2026-12-07' })).toBe('2026-12-10')
})

test('without an answer an order is refunded within seven working days of the last day for it', () => {
  const notice = { answer_by: '2026-12-10', agreed_at: null }
  expect(refundDay(notice, '2026-12-10')).toBeNull()
  expect(refundDay(notice, '2026-12-11')).toBe('2026-12-21')
  expect(refundDay({ ...notice, agreed_at: '2026-12-12T10:00:00.000Z' }, '2026-12-13')).toBeNull()
  expect(refundDay({ ...notice, answer_by: null }, '2027-12-11')).toBeNull()
})
