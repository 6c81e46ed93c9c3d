import { expect, test } from 'vitest'
import { hasNullByte } from './request-guards.ts'

test('a NUL is found at any depth', () => {
  const deep = JSON.parse(`${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`)
  expect(hasNullByte(deep)).toBe(true)
  expect(hasNullByte({ 'a\0': 1 })).toBe(true)
  expect(hasNullByte([{ a: 'b', c: [null, 1, true] }])).toBe(false)
})
