import { accountCalls } from '@shop/contract/accounts/calls'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { openTestStore } from '../testing/servers/engines.ts'
import { createPasswords } from './password-hash.ts'

const PRODUCTION = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/
const cheap = createPasswords({ memory: 8, passes: 1, parallelism: 1 })

test('the default is the full cost', async () => {
  const { store, location, close } = await openTestStore('sqlite')
  onTestFinished(close)
  const app = await buildApp({ settings: readSettings({ DATA_DIR: location.dataDir }), store, storefront: null })
  onTestFinished(() => app.close())
  const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example', password: 'engine1843' }
  const payload = { ...body, loginId: body.email }
  expect((await app.inject({ method: 'POST', url: accountCalls.signUp.path, payload })).statusCode).toBe(200)
  const [customer] = await store.database.selectFrom('customers').select('password_hash').execute()
  expect(customer?.password_hash).toMatch(PRODUCTION)
  expect(createPasswords().dummyHash).toMatch(PRODUCTION)
})

test('a hash includes its parameters, and no two are alike', async () => {
  const [one, other] = await Promise.all([cheap.hash('backpack40'), cheap.hash('backpack40')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  expect(one).not.toBe(other)
})

test('a password verifies in any Unicode form, and no other password does', async () => {
  const hash = await cheap.hash('cafe\u0301 40')
  expect(await cheap.verify('café 40', hash)).toBe(true)
  expect(await cheap.verify('cafe 40', hash)).toBe(false)
})

test('a hash with other parameters, made elsewhere, verifies too', async () => {
  // From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await cheap.verify('password', hash)).toBe(true)
  expect(await cheap.verify('passwore', hash)).toBe(false)
})

test('the dummy hash costs the same and accepts no password', async () => {
  const work = (hash: string) => hash.replace(/\$[^$]+\$[^$]+$/, '')
  expect(work(cheap.dummyHash)).toBe(work(await cheap.hash('x')))
  expect(await cheap.verify('', cheap.dummyHash)).toBe(false)
})

test("hashing beyond the queue's limit is rejected, and what is queued finishes", async () => {
  const responses = await Promise.allSettled(Array.from({ length: 160 }, () => cheap.verify('x', cheap.dummyHash)))
  const rejected = responses.filter(({ status }) => status === 'rejected')
  expect(rejected.length).toBeGreaterThan(0)
  expect(rejected.length).toBeLessThan(12)
  expect(rejected[0]).toMatchObject({ reason: { name: 'OverloadedError' } })
})
