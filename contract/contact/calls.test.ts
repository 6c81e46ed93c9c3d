import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CONTACT_REASONS, MESSAGE_LENGTH, parseContactResponse } from './calls.ts'
import { inquiry } from './schemas.ts'

const message = {
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: 'ana@shopper.example',
  reason: 'Feedback',
  message: 'The strap is fine.',
}

function accepts(body: unknown): boolean {
  return inquiry.safeParse(body).success
}

it('a contact message offers the seven reasons of the specification', () => {
  expect(CONTACT_REASONS).toEqual([
    'Wholesale or Retail Inquiry',
    'Inquiry about any product',
    'Inquiry about your order',
    'General Inquiry',
    'Feedback',
    'Complaint',
    'Others',
  ])
})

it('a contact message needs first name, last name, email, reason and details', () => {
  expect(accepts(message)).toBe(true)
  for (const field of Object.keys(message)) {
    expect(accepts({ ...message, [field]: undefined }), `${field} missing`).toBe(false)
    expect(accepts({ ...message, [field]: '   ' }), `${field} blank`).toBe(false)
  }
})

it('a contact message accepts a reference, or none', () => {
  expect(inquiry.parse(message).reference).toBe('')
  expect(inquiry.parse({ ...message, reference: ' 100001 ' }).reference).toBe('100001')
})

it('a contact message rejects an unknown reason, a malformed email and a text that is too long', () => {
  expect(accepts({ ...message, reason: 'Spam' })).toBe(false)
  expect(accepts({ ...message, email: 'ana@shopper' })).toBe(false)
  expect(accepts({ ...message, message: 'a'.repeat(MESSAGE_LENGTH) })).toBe(true)
  expect(accepts({ ...message, message: 'a'.repeat(MESSAGE_LENGTH + 1) })).toBe(false)
})

it.each([true, 'true', 1])('parseContactResponse accepts success %j (R45)', (success) => {
  expect(parseContactResponse({ success })).toBe(true)
  expect(parseContactResponse({ success, error: null })).toBe(true)
})

it('parseContactResponse accepts nothing else', () => {
  const otherwise = fc.anything().filter((value) => !Object(value).success)
  fc.assert(
    fc.property(otherwise, (body) => {
      expect(parseContactResponse(body)).toBe(false)
    }),
  )
  for (const success of ['false', 'no', 2, [], {}]) expect(parseContactResponse({ success })).toBe(false)
})

it('parseContactResponse: a response with an error is a failure, whatever else it says (R45)', () => {
  expect(parseContactResponse({ success: true, error: 'the mailbox is full' })).toBe(false)
})
