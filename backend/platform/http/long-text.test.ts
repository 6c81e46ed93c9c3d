import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeText } from './long-text.ts'

const text = fc.string({ unit: 'binary', maxLength: 20 }).map((value) => value.replaceAll('\0', '').toWellFormed())
const spaces = fc.constantFrom(undefined, 1, '\t')

test('a text is taken out of JSON as JSON.parse reads it, and the rest stays', () => {
  const others = fc.dictionary(
    fc.string({ maxLength: 4 }).filter((key) => key !== 'csv' && key !== '__proto__'),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 3 },
  )
  fc.assert(
    fc.property(others, text, others, spaces, (before, csv, after, space) => {
      const body = { ...before, csv, ...after }
      const { json, text: taken } = takeText(Buffer.from(JSON.stringify(body, null, space)), 'csv')
      expect(Buffer.from(taken ?? []).toString()).toBe(csv)
      const { csv: digest, ...rest } = JSON.parse(json)
      const { csv: _, ...expected } = JSON.parse(JSON.stringify(body))
      expect(rest).toEqual(expected)
      expect(digest).toMatch(csv === '' ? /^$/ : /^[0-9a-f]{64}$/)
    }),
  )
})

test('escapes of any kind are read, and half a character as text is stored', () => {
  const json = String.raw`{"csv":"\u0041\uD83D\uDE00\uD83D\"\\\/\b\f\n\r\t\u00e9"}`
  const { text: taken } = takeText(Buffer.from(json), 'csv')
  expect(Buffer.from(taken ?? []).toString()).toBe(JSON.parse(json).csv.toWellFormed())
})

test.each(['{"a":"csv","b":"x"}', '{"a":{"csv":"x"}}', '{"csv":5}', '{"csv":null}', '["csv","x"]', '{"csv"', '{'])(
  'nothing is taken out of %s',
  (json) => {
    expect(takeText(Buffer.from(json), 'csv')).toEqual({ json, text: null })
  },
)

test.each([
  ...[String.raw`{"csv":"\x"}`, String.raw`{"csv":"\u12"}`, String.raw`{"csv":"a\u0000"}`],
  ...[String.raw`{"csv":"\U0041"}`, '{"csv":"a\nb"}', '{"csv":"\t"}'],
])('%s is refused', (json) => {
  expect(() => takeText(Buffer.from(json), 'csv')).toThrow()
})
