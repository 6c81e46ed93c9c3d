import { createClient } from '@shop/contract/http/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { sendInquiry } from './use-send-inquiry.ts'

const LETTER = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@shop.example',
  reason: 'General Inquiry',
  reference: '',
  message: 'Do you repair zippers?',
}

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

test.each([
  ['a message that the shop has accepted', () => Response.json({ success: true }), null],
  ['200 without success', () => Response.json({ success: false }), 'Error sending message'],
  ['200 that is no JSON', () => new Response('<html>'), 'Error sending message'],
  ['429', () => Response.json({ success: false }, { status: 429 }), 'Server error'],
  ['500', () => Response.json({}, { status: 500 }), 'Server error'],
  ['no response', () => Promise.reject(new TypeError('connection lost')), 'Server error'],
] as const)('%s is reported in the words of section 8 (R32)', async (_, respond, text) => {
  const call = createClient('', async () => respond())
  expect(await sendInquiry({ call }, LETTER, '')).toBe(text)
})
