import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createRateLimiter, type RateLimiter } from '../platform/http/rate-limits/rate-limiter.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { insertCustomer } from './accounts.repository.ts'
import { mayReset, mayWelcome, sendConfirmation } from './confirm-address.ts'

const shop = eachTestShop('sqlite')

let rateLimiter: RateLimiter
beforeEach(() => {
  shop.stopTime()
  const { clock, store } = shop
  const log = () => pino({ level: 'silent' })
  rateLimiter = createRateLimiter({ database: store.database, clock, wait: async () => {}, log })
})

const emailOf = (index: number) => `ada${index}@mail.example`
const context = () => ({ database: shop.store.database, rateLimiter })
const welcome = (index: number) => mayWelcome(context(), emailOf(index))
const reset = (index: number) => mayReset(context(), emailOf(index), true)

/** Whether a new account is sent the confirmation that it asks for. */
async function confirm(index: number): Promise<boolean> {
  const { store, clock, settings } = shop
  const { database } = store
  const names = { first_name: 'Ada', last_name: 'L' }
  const customer = {
    ...{ ...names, customer_id: `customer-${index}`, email: emailOf(index), email_folded: emailOf(index) },
    ...{ password_hash: '', created_at: clock().toISOString(), email_confirmed_at: null },
  }
  await database.transaction().execute((trx) => insertCustomer(trx, customer))
  return sendConfirmation({ database, clock, settings, rateLimiter }, customer).then(
    () => true,
    () => false,
  )
}

test.each([
  ['welcome emails', welcome],
  ['confirmations that they ask for', confirm],
  ['password resets', reset],
])('new accounts from wherever get 200 %s an hour together', async (_, send) => {
  const sent: boolean[] = []
  for (let index = 0; index < 201; index += 1) sent.push(await send(index))
  expect(sent).toEqual([...Array(200).fill(true), false])
  shop.passTime(60 * 60_000)
  expect(await send(201)).toBe(true)
})

test('a mail that was not sent, because so many went to others, does not count as sent to its mailbox', async () => {
  for (let index = 0; index < 201; index += 1) await welcome(index)
  expect([await confirm(0), await confirm(200)]).toEqual([false, true])
  for (let index = 0; index < 201; index += 1) {
    shop.passTime(15_000)
    await reset(index)
  }
  // The hour of the first reset ends, and not that of the last one.
  shop.passTime(11 * 60_000)
  expect(await reset(200)).toBe(true)
})

test('resets of people with a confirmed address, or without an account, are not limited together', async () => {
  for (let index = 0; index < 201; index += 1) expect(await mayReset(context(), emailOf(index), false)).toBe(true)
  expect(await reset(201)).toBe(true)
})
