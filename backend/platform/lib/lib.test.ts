import fc from 'fast-check'
import * as z from 'zod/mini'
import './zod-locale.ts'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/harness/any-character.ts'
import { loadOnce } from './load-once.ts'
import { stripControlCharacters, toPrintableJson } from './text.ts'

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

test('a loaded value is shared, also by calls at the same time', async () => {
  let loads = 0
  const load = loadOnce(async () => ++loads)
  expect(await Promise.all([load(), load()])).toEqual([1, 1])
  expect(await load()).toBe(1)
})

test('a failed load is reported to all who wait for it, and tried again by the next call', async () => {
  let loads = 0
  const load = loadOnce(async () => {
    loads += 1
    if (loads === 1) throw new Error('no such module')
    return loads
  })
  const results = await Promise.allSettled([load(), load()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await load()).toBe(2)
})

const row = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(3)),
  price: z.number().check(z.minimum(0), z.maximum(9)),
  stock: z.int(),
  kind: z.enum(['bag', 'sling']),
})

test.each([
  [{ name: 7 }, 'name must be text'],
  [{ name: undefined }, 'name is missing'],
  [{ name: '' }, 'name must not be empty'],
  [{ name: 'long' }, 'name must have at most 3 characters'],
  [{ price: '7,9' }, 'price must be a number'],
  [{ price: Number.NaN }, 'price must be a number'],
  [{ price: -1 }, 'price must be at least 0'],
  [{ price: 10 }, 'price must be at most 9'],
  [{ stock: 1.5 }, 'stock must be a whole number'],
  [{ color: 'red' }, ' does not know "color"'],
  [{ kind: 'hat' }, 'kind must be "bag" or "sling"'],
])('%j: %s', (change, sentence) => {
  const { error } = z.safeParse(row, { name: 'a', price: 1, stock: 1, kind: 'bag', ...change })
  expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([sentence])
})
