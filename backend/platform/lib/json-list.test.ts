import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonListError, readJsonList } from './json-list.ts'

const read = (text: string) => [...readJsonList(Buffer.from(text))]

test('a list is read as JSON.parse reads it, whatever is in it', () => {
  const list = fc.array(fc.jsonValue(), { maxLength: 5 })
  fc.assert(
    fc.property(list, fc.constantFrom(undefined, 2, '\t'), (values, space) => {
      const text = JSON.stringify(values, null, space)
      expect(read(`\uFEFF \r\n${text}\n`)).toEqual(JSON.parse(text))
    }),
  )
})

test('what JSON.parse rejects is rejected in its words, and what is no list as well', () => {
  const broken = fc
    .tuple(fc.array(fc.jsonValue(), { maxLength: 3 }), fc.nat(), fc.constantFrom(...'[]{},"\\:x \uFEFF'))
    .map(([values, place, sign]) => {
      const text = JSON.stringify(values)
      const at = place % (text.length + 1)
      return `${text.slice(0, at)}${sign}${text.slice(at)}`
    })
  fc.assert(
    fc.property(broken, (text) => {
      let values: unknown
      try {
        // A file may begin with a byte order mark.
        values = JSON.parse(text.replace(/^\uFEFF/, ''))
      } catch (error) {
        expect(() => read(text)).toThrow(error instanceof Error ? error.message : '')
        return
      }
      if (Array.isArray(values)) expect(read(text)).toEqual(values)
      else expect(() => read(text)).toThrow('this is no list')
    }),
  )
})

test.each(['', '{}', 'null', '"[]"', '[1', '[1,]', '[,1]', '[1]]', '[1}', '[{]}]', '[1] [2]', '[[1]'])(
  'is not read: %j',
  (text) => {
    expect(() => read(text)).toThrow(JsonListError)
  },
)
