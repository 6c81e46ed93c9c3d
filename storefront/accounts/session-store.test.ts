import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readToken } from './session-store.ts'

test('a stored token is what a header can carry', () => {
  expect(readToken('aB3_-~!')).toBe('aB3_-~!')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
      const token = readToken(text)
      if (token !== null)
        expect(new Headers({ authorization: `Bearer ${token}` }).get('authorization')).toContain(token)
    }),
  )
})

test.each(['', ' ', 'ab c', 'a\nb', 'a\r\nb', 'töken', '😀', null])('%j is none', (text) => {
  expect(readToken(text)).toBeNull()
})
