import { expect, test } from 'vitest'
import { dayOf } from './contact.mail.ts'

test('an answer names the day of the message in the time zone of the shop', () => {
  expect(dayOf({ received_at: '2026-11-24T02:30:00.000Z' })).toBe('November 23, 2026')
})
