import { expect, test } from 'vitest'
import { bearerToken, createToken, hashToken } from './tokens.ts'

test('a header has a token only where it looks like one of ours', () => {
  const token = createToken()
  expect([`Bearer ${token}`, `bearer  ${token}`].map(bearerToken)).toEqual([token, token])
  for (const other of [undefined, '', token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token} x`, 'Bearer x'])
    expect(bearerToken(other), other).toBeNull()
})

test('no two tokens are alike, and they are stored as a hash', () => {
  expect(new Set(Array.from({ length: 100 }, createToken)).size).toBe(100)
  expect(hashToken('token')).toMatch(/^[0-9a-f]{64}$/)
})
