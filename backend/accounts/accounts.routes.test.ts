import { accountCalls } from '@shop/contract/accounts/calls'
import { ownAccountCalls } from '@shop/contract/accounts/own-account'
import { DAY_MS } from '@shop/contract/durations'
import { orderCalls } from '@shop/contract/orders/calls'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyCharacter } from '../../tests/harness/any-character.ts'
import type { RateLimiter } from '../platform/http/rate-limits/rate-limiter.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { testsOn } from '../testing/tests-on.ts'
import type { Passwords } from './password-hash.ts'
import { signIn as signInWith } from './sign-in.ts'

const ADA = { firstName: 'Ada', lastName: 'Love-Lace', email: 'Ada@Example.org', password: 'engine1843' }

let shop: TestShop

const signUp = (person: typeof ADA) => shop.call(accountCalls.signUp, { body: { ...person, loginId: person.email } })
const signIn = (loginId: string, password: string) => shop.call(accountCalls.signIn, { body: { loginId, password } })
const post = (url: string, payload: unknown, headers = {}) =>
  shop.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const ordersOf = (customerId: string, token: string | null) =>
  shop.call(orderCalls.listOrders, { query: { customerId } }, { token })
const errorFrom = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  return error
}

describe.each(ENGINES)('accounts on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  beforeEach(async () => {
    shop = await openTestShop(engine)
  })
  afterEach(() => shop.close())

  test('a sign-up opens a session, and the same password signs in again', async () => {
    const { user, token } = await signUp(ADA)
    expect(user).toMatchObject({ firstName: 'Ada', lastName: 'Love-Lace', email: 'Ada@Example.org' })
    expect(await ordersOf(user.customer_id, token)).toEqual([])
    const again = await signIn(ADA.email, ADA.password)
    expect(again.user).toEqual(user)
    expect(again.token).not.toBe(token)
  })

  test('a name that carries a web address is refused at its field, at the sign-up and later', async () => {
    const message = 'Please enter a name without a web address.'
    const refused = await post(accountCalls.signUp.path, { ...ADA, lastName: 'evil.com', loginId: ADA.email })
    expect(refused.json()).toMatchObject({ error: 'invalid_request', details: [{ field: 'lastName', message }] })
    const { token } = await signUp(ADA)
    const headers = { authorization: `Bearer ${token}` }
    const later = await post(ownAccountCalls.changeName.path, { firstName: 'bit.ly/b', lastName: 'B' }, headers)
    expect(later.json().details).toEqual([{ field: 'firstName', message }])
  })

  test('emails are compared without case and outer blanks', async () => {
    const { user } = await signUp(ADA)
    expect((await signIn('  aDA@eXAMPLE.ORG ', ADA.password)).user).toEqual(user)
  })

  test('one account per address: a second sign-up responds 409 with a message for the shopper', async () => {
    await signUp(ADA)
    expect(await errorFrom(signUp({ ...ADA, email: 'ADA@example.ORG' }))).toMatchObject({
      status: 409,
      serverMessage: 'There is already an account with this email address. Please sign in instead.',
    })
  })

  onBoth('two sign-ups with one address at the same instant open one account', async () => {
    const responses = await Promise.allSettled([signUp(ADA), signUp({ ...ADA, password: 'other1843' })])
    expect(responses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await shop.store.database.selectFrom('customers').selectAll().execute()).toHaveLength(1)
    expect(await shop.store.database.selectFrom('outbox').selectAll().execute()).toHaveLength(1)
  })

  test('an unknown email and a wrong password get the same message', async () => {
    await signUp(ADA)
    const [unknown, wrong] = await Promise.all([
      post('/api/auth/signIn', { loginId: 'nobody@example.org', password: 'engine1843' }),
      post('/api/auth/signIn', { loginId: ADA.email, password: 'engine1844' }),
    ])
    expect(unknown.statusCode).toBe(401)
    expect(unknown.json()).toEqual({ success: false, error: 'unauthorized', message: 'Invalid email or password' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual(unknown.json())
  })

  test('too many failures for one account respond 429 with Retry-After until the window ends', async () => {
    const { user } = await signUp(ADA)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await errorFrom(signIn(ADA.email, 'wrong1'))).toMatchObject({ status: 401 })
    }
    const limited = await post('/api/auth/signIn', { loginId: ADA.email.toUpperCase(), password: ADA.password })
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect(limited.json()).toMatchObject({
      error: 'rate_limited',
      message: expect.stringMatching(/^Too many attempts/),
    })
    expect(await errorFrom(signIn('somebody@example.org', 'wrong1'))).toMatchObject({ status: 401 })
    shop.passTime(16 * 60_000)
    expect((await signIn(ADA.email, ADA.password)).user).toEqual(user)
  })

  test('successful sign-ins are not counted', async () => {
    await signUp(ADA)
    for (let attempt = 0; attempt < 12; attempt += 1) await signIn(ADA.email, ADA.password)
  })

  onBoth('sixteen concurrent sign-ins with the right password all succeed', async () => {
    await signUp(ADA)
    const responses = await Promise.allSettled(Array.from({ length: 16 }, () => signIn(ADA.email, ADA.password)))
    expect(responses.map(({ status }) => status)).toEqual(Array(16).fill('fulfilled'))
  })

  onBoth('concurrent attempts are counted as they arrive', async () => {
    await signUp(ADA)
    const responses = await Promise.all(Array.from({ length: 14 }, () => errorFrom(signIn(ADA.email, 'wrong1'))))
    expect(
      responses.filter((response) => response instanceof Error && 'status' in response && response.status === 429)
        .length,
    ).toBe(4)
  })

  test('Sign Out revokes the token, and succeeds without one', async () => {
    const { user, token } = await signUp(ADA)
    await shop.call(accountCalls.signOut, {}, { token })
    expect(await errorFrom(ordersOf(user.customer_id, token))).toMatchObject({ status: 401 })
    await shop.call(accountCalls.signOut, {}, { token })
    await shop.call(accountCalls.signOut, {})
  })

  test('a token expires after 30 days', async () => {
    const { user, token } = await signUp(ADA)
    shop.passTime(30 * DAY_MS - 60_000)
    expect(await ordersOf(user.customer_id, token)).toEqual([])
    shop.passTime(2 * 60_000)
    expect(await errorFrom(ordersOf(user.customer_id, token))).toMatchObject({ status: 401 })
  })

  test('expired sessions are deleted at the next sign-in', async () => {
    await signUp(ADA)
    shop.passTime(31 * DAY_MS)
    await signIn(ADA.email, ADA.password)
    expect(await shop.store.database.selectFrom('sessions').selectAll().execute()).toHaveLength(1)
  })

  test('an account has 20 sessions at most: the oldest goes', async () => {
    const { user, token: oldest } = await signUp(ADA)
    const tokens: string[] = []
    for (let round = 0; round < 20; round += 1) {
      shop.passTime(1000)
      tokens.push((await signIn(ADA.email, ADA.password)).token)
    }
    expect(await errorFrom(ordersOf(user.customer_id, oldest))).toMatchObject({ status: 401 })
    for (const token of tokens) expect(await ordersOf(user.customer_id, token)).toEqual([])
    expect(await shop.store.database.selectFrom('sessions').selectAll().execute()).toHaveLength(20)
  })

  test('a new session survives when 20 others were made while the clock was ahead', async () => {
    const { user } = await signUp(ADA)
    shop.passTime(7 * DAY_MS)
    for (let round = 0; round < 20; round += 1) await signIn(ADA.email, ADA.password)
    shop.passTime(-7 * DAY_MS)
    const { token } = await signIn(ADA.email, ADA.password)
    expect(await ordersOf(user.customer_id, token)).toEqual([])
    expect(await shop.store.database.selectFrom('sessions').selectAll().execute()).toHaveLength(20)
  })

  test("another customer's orders are refused with 403", async () => {
    const { user } = await signUp(ADA)
    const other = await signUp({ ...ADA, email: 'other@example.org' })
    expect(await errorFrom(ordersOf(user.customer_id, other.token))).toMatchObject({ status: 403 })
  })

  test.each([
    ["O'Brien-Núñez", 'שלום', "o'brien@example.org"],
    ["Robert'); drop table customers;--", '"; delete from sessions', "x'or'1'='1@example.org"],
    ['مرحبا', '李雷', 'li@example.org'],
    ['<b>Ada</b>', '&amp;', 'html@example.org'],
  ])('names are stored unchanged: %s', async (firstName, lastName, email) => {
    const { user } = await signUp({ firstName, lastName, email, password: 'engine1843' })
    expect(user).toMatchObject({ firstName, lastName, email })
    expect((await signIn(email, 'engine1843')).user).toEqual(user)
  })

  test('no input makes a sign-in respond 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.anything(), async (loginId, password) => {
        const { statusCode } = await post('/api/auth/signIn', JSON.stringify({ loginId, password }) ?? '')
        expect([400, 401, 429]).toContain(statusCode)
      }),
      { numRuns: 40 },
    )
  })

  test('passwords and tokens are stored only as hashes, and no log line holds a name, an address or a secret', async () => {
    const { token, user } = await signUp(ADA)
    await signIn(ADA.email, ADA.password)
    await errorFrom(signIn(ADA.email, 'wrong-one1'))
    await errorFrom(signIn('nobody@shop.example', 'wrong-one1'))
    await errorFrom(signUp(ADA))
    await post('/api/auth/signUp', { ...ADA, firstName: 5 })
    const { database } = shop.store
    const stored = JSON.stringify([
      await database.selectFrom('customers').selectAll().execute(),
      await database.selectFrom('sessions').selectAll().execute(),
    ])
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(ADA.password)
    expect(shop.logged()).toContain('/api/auth/signUp')
    const checks = shop.logged().match(/"customer":.*?"right":\w+/g)
    const ofAda = `"customer":"${user.customer_id}","factor":"password","right":`
    expect(checks).toEqual([`${ofAda}true`, `${ofAda}false`, '"customer":null,"factor":"password","right":false'])
    // The random ids of requests may hold any three letters up to f.
    const logged = shop
      .logged()
      .replace(/"reqId":"[^"]*"/g, '')
      .toLowerCase()
    for (const secret of ['Ada', 'ada@', 'Love-Lace', ADA.password, 'wrong-one1', token]) {
      expect(logged).not.toContain(secret.toLowerCase())
    }
  })

  test('a sign-up puts the welcome message into the outbox', async () => {
    await signUp(ADA)
    const [mail] = await shop.store.database.selectFrom('outbox').selectAll().execute()
    expect(mail).toMatchObject({ kind: 'welcome', recipient: ADA.email, state: 'waiting' })
    for (const words of [ADA.firstName, ADA.lastName]) {
      expect(JSON.stringify([mail?.subject, mail?.text, mail?.html])).not.toContain(words)
    }
  })
})

// No statement runs that an engine could read differently.
describe('what is refused before it changes anything', () => {
  beforeAll(async () => {
    shop = await openTestShop('sqlite')
  })
  afterAll(() => shop.close())

  test('an unknown email is compared with a hash of the same cost and takes as long as a wrong password (R31)', async () => {
    const compared: string[] = []
    const passwords: Passwords = {
      dummyHash: 'the hash of no account',
      hash: async () => '',
      verify: async (_password, hash) => {
        compared.push(hash)
        return false
      },
    }
    const { database } = shop.store
    const request = Object.assign(Object.create(null), { ip: '192.0.2.1', headers: {}, log: shop.app.log })
    const rateLimiter: RateLimiter = {
      count: async () => {},
      countWith: async () => {},
      attempt: (_keys, work) => work(false),
    }
    const context = { database, clock: shop.clock, passwords, rateLimiter }
    expect(await signInWith(context, request, { loginId: 'nobody@example.org', password: 'engine1843' })).toBeNull()
    expect(compared).toEqual([passwords.dummyHash])
  })

  test.each([
    ['none', undefined],
    ['empty', 'Bearer '],
    ['another scheme', 'Basic YTpi'],
    ['short', 'Bearer abc'],
    ['unknown', `Bearer ${'A'.repeat(43)}`],
    ['SQL', `Bearer ' or '1'='1`],
    ['very long', `Bearer ${'A'.repeat(5000)}`],
    ['two', `Bearer ${'A'.repeat(43)} ${'B'.repeat(43)}`],
  ])('a token that is %s responds 401', async (_name, authorization) => {
    const response = await shop.app.inject({
      url: '/api/orders?customerId=1',
      headers: authorization === undefined ? {} : { authorization },
    })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ success: false, error: 'unauthorized' })
  })

  test.each([
    ['no JSON', 'not json'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"text"'],
    ['a missing field', { firstName: 'Ada', email: 'a@b.co', loginId: 'a@b.co', password: 'abc123' }],
    ['a number for a name', { ...ADA, loginId: ADA.email, firstName: 5 }],
    ['an object for a password', { ...ADA, loginId: ADA.email, password: { a: 1 } }],
    ['a name of blanks', { ...ADA, loginId: ADA.email, firstName: '   ' }],
    ['10,000 characters', { ...ADA, loginId: ADA.email, lastName: 'x'.repeat(10_000) }],
    ['an invalid email', { ...ADA, loginId: 'a@b', email: 'a@b' }],
    ['a NUL character', { ...ADA, loginId: ADA.email, firstName: 'A\0da' }],
    ['another loginId', { ...ADA, loginId: 'x@example.org' }],
    ['a short password', { ...ADA, loginId: ADA.email, password: 'abc12' }],
    ['a password without digits', { ...ADA, loginId: ADA.email, password: 'abcdefgh' }],
    ['a password that is too long', { ...ADA, loginId: ADA.email, password: `a1${'x'.repeat(127)}` }],
  ])('a sign-up with %s responds 400 and changes nothing', async (_name, body) => {
    const response = await post('/api/auth/signUp', body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ success: false, error: 'invalid_request', message: expect.any(String) })
    expect(await shop.store.database.selectFrom('customers').selectAll().execute()).toEqual([])
  })
})
