import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../tests/harness/any-character.ts'
import { stripControlCharacters, toPrintableJson } from './control-characters.ts'

const CONTROL = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u

test('text cannot control the terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(stripControlCharacters(text)).not.toMatch(CONTROL)
    }),
  )
  expect(stripControlCharacters('Ada\u202egpj\u009b2J\u001b[2J')).toBe('Adagpj2J[2J')
})

test('JSON cannot either, and loses nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: anyCharacter })), (texts) => {
      const json = toPrintableJson({ texts })
      expect(json).not.toMatch(CONTROL)
      expect(JSON.parse(json)).toEqual({ texts })
    }),
  )
  expect(toPrintableJson('a\u202eb\u009bc\u{e0001}')).toBe('"a\\u202eb\\u009bc\\udb40\\udc01"')
})
