import { afterEach, expect, test, vi } from 'vitest'
import { quotedMessage } from './contact.mail.ts'

afterEach(() => void vi.unstubAllEnvs())

test("an answer names the day of the message in the time zone of the shop's machine", () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  const stored = {
    message_id: '1',
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@shopper.example',
    reason: 'Feedback',
    reference: '',
    message: 'Does it float?',
    received_at: '2026-11-24T02:30:00.000Z',
    answered_at: null,
    probable_spam: 0,
  }
  expect(quotedMessage(stored)[0]).toBe('On November 23, 2026 you wrote:')
})
