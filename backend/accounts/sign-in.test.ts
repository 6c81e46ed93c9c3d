import { accountCalls } from '@shop/contract/accounts/calls'
import { MINUTE_MS } from '@shop/contract/durations'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { raiseHighestCount } from '../testing/processes/raise-highest-count.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { openSecondNode } from '../testing/test-shop.ts'

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@shop.example', password: 'engine1843' }
const HOME = '192.0.2.1'
const ELSEWHERE = '198.51.100.9'

const shop = eachTestShop('sqlite')
beforeEach(async () => {
  shop.stopTime()
})

function post(url: string, payload: object, ip: string, { token = '', app = shop.app } = {}) {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
  return app.inject({ method: 'POST', url, payload, headers, remoteAddress: ip })
}
const signUp = (ip: string, email = ADA.email) => post(accountCalls.signUp.path, { ...ADA, email, loginId: email }, ip)
const signIn = (ip: string, password: string, options: Parameters<typeof post>[3] = {}) =>
  post(accountCalls.signIn.path, { loginId: ADA.email, password }, ip, options)
const statusOf = async (response: ReturnType<typeof post>) => (await response).statusCode
/** Tries wrong passwords, ten from each address, and returns the statuses. */
async function guess(guesses: number): Promise<number[]> {
  const statuses: number[] = []
  for (let number = 0; number < guesses; number += 1) {
    statuses.push(await statusOf(signIn(`203.0.113.${Math.floor(number / 10)}`, 'wrong1')))
  }
  return statuses
}

/** Guesses from several addresses until the next but one is beyond the account's limit of 100. */
async function guessAlmostTooOften(): Promise<void> {
  expect(new Set(await guess(11))).toEqual(new Set([401]))
  await raiseHighestCount(shop.store.database, 99)
}
/** Guesses beyond the account's limit; the attempt that is let through every ten seconds was a guess too. */
async function guessTooOften(): Promise<void> {
  await guessAlmostTooOften()
  for (const status of [401, 429]) expect(await statusOf(signIn('203.0.113.90', 'wrong1'))).toBe(status)
}

test('wrong passwords from one address do not lock out other addresses', async () => {
  await signUp(HOME)
  for (let guesses = 0; guesses < 10; guesses += 1) expect(await statusOf(signIn(HOME, 'wrong1'))).toBe(401)
  expect(await statusOf(signIn(HOME, ADA.password))).toBe(429)
  expect(await statusOf(signIn(ELSEWHERE, ADA.password))).toBe(200)
  shop.passTime(16 * MINUTE_MS)
  expect(await statusOf(signIn(HOME, ADA.password))).toBe(200)
})

test('an account guessed at from many addresses slows down, then rejects unknown addresses', async () => {
  await signUp(HOME)
  await guessAlmostTooOften()
  expect(await statusOf(signIn('203.0.113.49', 'wrong1'))).toBe(401)
  expect(Math.max(...shop.waits)).toBe(2000)
  // One more attempt is let through, from anyone; the next has to wait.
  expect(await statusOf(signIn('203.0.113.50', 'wrong1'))).toBe(429)
  const rejected = await signIn('203.0.113.51', ADA.password)
  expect(rejected.statusCode).toBe(429)
  expect(rejected.headers['retry-after']).toBe('10')
  shop.passTime(10_000)
  expect(await statusOf(signIn(ELSEWHERE, ADA.password))).toBe(200)
})

test('its owner signs in at once from an address they used before', async () => {
  await signUp(HOME)
  await guessTooOften()
  const waited = shop.waits.length
  for (let round = 0; round < 3; round += 1) expect(await statusOf(signIn(HOME, ADA.password))).toBe(200)
  expect(shop.waits).toHaveLength(waited)
})

test('its owner signs in with an open session from any address', async () => {
  const { token } = (await signUp(HOME)).json()
  await guessTooOften()
  expect(await statusOf(signIn(ELSEWHERE, ADA.password))).toBe(429)
  expect(await statusOf(signIn('198.51.100.10', ADA.password, { token }))).toBe(200)
  const stranger = (await signUp('198.51.100.11', 'mallory@shop.example')).json()
  expect(await statusOf(signIn('198.51.100.11', ADA.password, { token: stranger.token }))).toBe(429)
})

test('an address is known for 30 days', async () => {
  await signUp(HOME)
  shop.passTime(31 * 24 * 60 * MINUTE_MS)
  await guessTooOften()
  expect(await statusOf(signIn(HOME, ADA.password))).toBe(429)
  const known = () => shop.store.database.selectFrom('known_addresses').selectAll().execute()
  shop.passTime(10_000)
  expect(await statusOf(signIn(ELSEWHERE, ADA.password))).toBe(200)
  expect(await known()).toHaveLength(1)
})

test('an unknown email is limited in the same way', async () => {
  await guessAlmostTooOften()
  expect(await statusOf(signIn('203.0.113.49', 'wrong1'))).toBe(401)
  expect(await statusOf(signIn('203.0.113.50', 'wrong1'))).toBe(429)
  expect(await statusOf(signIn('203.0.113.51', 'wrong1'))).toBe(429)
})

test('two nodes on one database share the counts', async () => {
  const other = await openSecondNode(shop)
  onTestFinished(() => other.close())
  await signUp(HOME)
  for (let guesses = 0; guesses < 5; guesses += 1) {
    expect(await statusOf(signIn(HOME, 'wrong1'))).toBe(401)
    expect(await statusOf(signIn(HOME, 'wrong1', { app: other }))).toBe(401)
  }
  expect(await statusOf(signIn(HOME, ADA.password))).toBe(429)
  expect(await statusOf(signIn(HOME, ADA.password, { app: other }))).toBe(429)
})

test('at most twenty accounts an hour are opened from one address', async () => {
  for (let number = 0; number < 20; number += 1) {
    expect(await statusOf(signUp(HOME, `kim${number}@shop.example`))).toBe(200)
  }
  const rejected = await signUp(HOME, 'kim20@shop.example')
  expect(rejected.statusCode).toBe(429)
  expect(rejected.json()).toMatchObject({ error: 'rate_limited', message: expect.stringContaining('60 minutes') })
  expect(await statusOf(signUp(ELSEWHERE, 'kim20@shop.example'))).toBe(200)
  shop.passTime(60 * MINUTE_MS)
  expect(await statusOf(signUp(HOME, 'kim21@shop.example'))).toBe(200)
})
