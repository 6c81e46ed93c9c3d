import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLinkToken } from './mailed-link.tsx'

const TOKEN = 'dJ4mQ0xT9sB2vL7eH5kR8nW1yC6pZ3uG0aF4iX9oV2E'

test('the token is the fragment of a mailed link', () => {
  expect(parseLinkToken(`#token=${TOKEN}`)).toBe(TOKEN)
})

test('a link that is incomplete or has something added has none, and nothing throws', () => {
  for (const hash of [
    '',
    '#',
    '#token=',
    `#token=${TOKEN.slice(1)}`,
    `#token=${TOKEN}.`,
    `#token=${TOKEN}%20`,
    '#quiz',
  ]) {
    expect(parseLinkToken(hash)).toBeNull()
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (hash) => {
      expect(parseLinkToken(hash)).toBeNull()
    }),
  )
})
