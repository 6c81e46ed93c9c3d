import { expect, test } from 'vitest'
import { hashPassword, NOBODYS_HASH, verifyPassword } from './password-hash.ts'

test('a hash names its own parameters, and no two are alike', async () => {
  const [one, other] = await Promise.all([hashPassword('backpack40'), hashPassword('backpack40')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
})

test('a password verifies however its letters were typed, and no other does', async () => {
  const hash = await hashPassword('cafe\u0301 40')
  expect(await verifyPassword('café 40', hash)).toBe(true)
  expect(await verifyPassword('cafe 40', hash)).toBe(false)
})

test('a hash of other parameters, made elsewhere, verifies too', async () => {
  // From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', hash)).toBe(true)
  expect(await verifyPassword('passwore', hash)).toBe(false)
})

test("nobody's hash asks for the same work and lets nobody in", async () => {
  expect(NOBODYS_HASH.replace(/\$[^$]+\$[^$]+$/, '')).toBe((await hashPassword('x')).replace(/\$[^$]+\$[^$]+$/, ''))
  expect(await verifyPassword('', NOBODYS_HASH)).toBe(false)
})

test('a line of hashes that is too long is sent away, and those in it are served', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 160 }, () => verifyPassword('x', NOBODYS_HASH)))
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(12)
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } })
})
