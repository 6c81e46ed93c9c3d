import { CONTACT_REASONS, MESSAGE_LENGTH, REFERENCE_LENGTH } from '@shop/contract/contact/calls'
import { inquiry } from '@shop/contract/contact/schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cartInWords } from './cart-in-words.ts'
import { type ContactValues, checkContact, EMPTY_MESSAGE, inquiryOf, roomLeft } from './contact-fields.tsx'

const FILLED: ContactValues = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@shop.example',
  reason: 'General Inquiry',
  reference: '',
  message: 'Do you repair zippers?',
}

test('the contact form requires first name, last name, email, reason and details; the reference is optional', () => {
  expect(Object.keys(checkContact(EMPTY_MESSAGE))).toEqual(['firstName', 'lastName', 'email', 'reason', 'message'])
  expect(checkContact(FILLED)).toEqual({})
})

test.each(['ada', 'ada@shop', 'ada@shop.e', '@shop.example'])(
  'the contact form rejects the email address %s',
  (email) => {
    expect(checkContact({ ...FILLED, email })).toEqual({ email: 'Please enter a valid email address' })
  },
)

test('the contact form accepts only reasons of the list', () => {
  expect(checkContact({ ...FILLED, reason: 'Spam' })).toEqual({ reason: 'Please choose a reason' })
  for (const reason of CONTACT_REASONS) expect(checkContact({ ...FILLED, reason })).toEqual({})
})

test('the contact form keeps 50,000 characters and reports that they are too many', () => {
  const errors = checkContact({ ...FILLED, message: 'a'.repeat(50_000) })
  expect(errors).toEqual({ message: 'Please shorten this to 5000 characters' })
})

test('the contact form shows the remaining characters only near the limit', () => {
  expect(roomLeft('message', 'a'.repeat(100))).toBeUndefined()
  expect(roomLeft('reason', 'General Inquiry')).toBeUndefined()
  expect(roomLeft('message', 'a'.repeat(MESSAGE_LENGTH - 1))).toBe('1 character left')
  expect(roomLeft('message', 'a'.repeat(MESSAGE_LENGTH + 2))).toBe('2 characters too many')
})

test("the contact form sends exactly the contract's fields", () => {
  const text = fc.oneof(fc.string({ maxLength: 300 }), fc.constant('  '), fc.constantFrom(...CONTACT_REASONS))
  const email = fc.oneof(text, fc.emailAddress())
  const values = fc.record({
    firstName: text,
    lastName: text,
    email,
    reason: text,
    reference: text,
    message: text,
  })
  fc.assert(
    fc.property(values, (typed) => {
      const accepted = z.safeParse(inquiry, typed)
      expect(inquiryOf(typed)).toEqual(accepted.success ? accepted.data : null)
    }),
  )
})

const line = (product_name: string, quantity: number, color: string | null = null, size: string | null = null) => ({
  product_name,
  quantity,
  color,
  size,
})

test('a cart in words has products, colors, sizes and quantities', () => {
  const { reference, message } = cartInWords([
    line('Campus Slim Backpack, Blue', 2, 'Blue', 'Slim, 16 L'),
    line('Key leash', 1, 'Tan'),
  ])
  expect(reference).toBe('2 x Campus Slim Backpack, Blue, 1 x Key leash')
  expect(message).toBe('I am interested in:\n- 2 x Campus Slim Backpack, Blue (Slim, 16 L)\n- 1 x Key leash (Tan)\n\n')
})

test('a cart in words is empty for an empty cart', () => {
  expect(cartInWords([])).toEqual({ reference: '', message: '' })
  expect(cartInWords([line('Sold out bag', 0)])).toEqual({ reference: '', message: '' })
})

test('a cart in words ends with the number of lines that do not fit', () => {
  const many = Array.from({ length: 100 }, (_, index) => line(`Backpack number ${index}`, 3))
  expect(cartInWords(many).reference).toMatch(/^3 x Backpack number 0, .*, and \d+ more$/)
})

test("a cart in words stays within the limits, with space for the visitor's text", () => {
  const items = fc.array(
    fc.record({
      product_name: fc.string({ maxLength: 400 }),
      quantity: fc.integer({ min: 0, max: 10 }),
      color: fc.option(fc.string({ maxLength: 50 })),
      size: fc.option(fc.string({ maxLength: 50 })),
    }),
    { maxLength: 100 },
  )
  fc.assert(
    fc.property(items, (cart) => {
      const { reference, message } = cartInWords(cart)
      expect(reference.length).toBeLessThanOrEqual(REFERENCE_LENGTH)
      expect(message.length).toBeLessThanOrEqual(MESSAGE_LENGTH - 1000)
    }),
  )
})
