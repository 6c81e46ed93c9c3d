import { expect, test } from 'vitest'
import { hasNul } from './plain-text.ts'

test('a NUL is found however deep it lies', () => {
  const deep = JSON.parse(`${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`)
  expect(hasNul(deep)).toBe(true)
  expect(hasNul({ 'a\0': 1 })).toBe(true)
  expect(hasNul([{ a: 'b', c: [null, 1, true] }])).toBe(false)
})
