import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from './any-character.ts'

test('every character is a whole code point, the first and the last included', () => {
  const seen = new Set(fc.sample(anyCharacter, { numRuns: 5000, seed: 1 }))
  for (const character of seen) expect([...character]).toHaveLength(1)
  expect([...seen].filter((character) => !character.isWellFormed())).toEqual([])
  expect(seen).toContain('\0')
  expect(seen).toContain('\u{10ffff}')
})

test('dangerous texts are among the generated ones', () => {
  const texts = fc.sample(fc.string({ unit: anyCharacter, maxLength: 20 }), { numRuns: 20_000, seed: 1 })
  expect(texts).toContain('__proto__')
})
