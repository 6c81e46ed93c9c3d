import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { cleanText } from './clean-text.ts'

const schema = z.string().check(cleanText(), z.trim(), z.minLength(1))

test.each([
  ['Campus\u0007 Slim', 'Campus Slim'],
  ['Campus\x00', 'Campus'],
  ['Camp\uD800us \uFFFF', 'Campus'],
  ['one\u2028two\u0085three\vfour', 'one\ntwo\nthree\nfour'],
  ['one\r\ntwo', 'one\r\ntwo'],
  ['\u202Eevil\u202C \u200Bbag\uFEFF', 'evil bag'],
  ['tab\there, Zoë’s 15″ bag 🎒 ½', 'tab\there, Zoë’s 15″ bag 🎒 ½'],
  ['👩\u200D👧', '👩\u200D👧'],
])('%j is stored as %j', (typed, stored) => {
  expect(schema.parse(typed)).toBe(stored)
})

test('a text of such characters only is empty', () => {
  expect(schema.safeParse('\u0007\u202E\u200B').success).toBe(false)
})
