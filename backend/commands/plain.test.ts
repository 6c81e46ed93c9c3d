import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plain, plainJson } from './plain.ts'

const STEERS = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

test('no text steers the terminal it is shown on', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(plain(text)).not.toMatch(STEERS)
    }),
  )
  expect(plain('Ada\u202egpj\u009b2J\u001b[2J')).toBe('Adagpj2J[2J')
})

test('neither does JSON, and nothing of it is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      const json = plainJson({ texts })
      expect(json).not.toMatch(STEERS)
      expect(JSON.parse(json)).toEqual({ texts })
    }),
  )
  expect(plainJson('a\u202eb\u009bc\u{e0001}')).toBe('"a\\u202eb\\u009bc\\udb40\\udc01"')
})
