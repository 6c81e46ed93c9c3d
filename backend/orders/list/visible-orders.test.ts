import { orderCalls } from '@shop/contract/orders/calls'
import { beforeEach, describe, expect, onTestFinished } from 'vitest'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { JOSE } from '../../testing/orders/orders.ts'
import { raiseHighestCount } from '../../testing/processes/raise-highest-count.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { openSecondNode } from '../../testing/test-shop.ts'
import { testsOn } from '../../testing/tests-on.ts'

const HOME = '192.0.2.1'
const ELSEWHERE = '198.51.100.9'
const STRANGER = { firstName: 'Mallory', lastName: 'Moriarty', email: 'mallory@shop.example' }

describe.each(ENGINES)('order guessing on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)
  beforeEach(async () => {
    shop.stopTime()
  })

  const { place, cancel, signUp } = callsOfOrders(() => shop)

  /** The status of a lookup, and the number of rows when it is 200; without `ip` from where all other calls come. */
  async function findOrder(orderId: string, person: object, ip?: string, { token = '', app = shop.app } = {}) {
    const response = await app.inject({
      url: `${orderCalls.findOrder.path}?${new URLSearchParams({ orderId, ...person })}`,
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
      ...(ip === undefined ? {} : { remoteAddress: ip }),
    })
    return response.statusCode === 200 ? response.json().length : response.statusCode
  }
  /** Fails this many lookups of an order, ten from each address. */
  async function guess(guesses: number, orderId = '100001'): Promise<number[]> {
    const found: number[] = []
    for (let number = 0; number < guesses; number += 1) {
      found.push(await findOrder(orderId, STRANGER, `203.0.113.${Math.floor(number / 10)}`))
    }
    return found
  }

  /** Fails lookups of an order until the next but one is beyond its limit of 100. */
  async function guessAlmostTooOften(orderId: string): Promise<void> {
    expect(new Set(await guess(11, orderId))).toEqual(new Set([0]))
    await raiseHighestCount(shop.store.database, 99)
  }

  test('after ten misses an order is closed to that address for 15 minutes, with Retry-After', async () => {
    await place()
    for (let miss = 0; miss < 10; miss += 1) {
      expect(await findOrder('#100001', { ...JOSE, firstName: `x${miss}` })).toBe(0)
    }
    const rejected = await shop.app.inject(`/api/orderDetail?${new URLSearchParams({ ...JOSE, orderId: '100001' })}`)
    expect(rejected.statusCode).toBe(429)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(800)
    expect((await cancel(['100001-1'])).statusCode).toBe(429)
    expect(await findOrder('100002', JOSE)).toBe(0)
    shop.passTime(16 * 60_000)
    expect(await findOrder('100001', JOSE)).toBe(2)
  })

  test("misses from other addresses do not lock out the order's guest", async () => {
    await place()
    await guess(20)
    expect(await findOrder('100001', JOSE, HOME)).toBe(2)
    await raiseHighestCount(shop.store.database, 150)
    expect(await findOrder('100001', JOSE, HOME)).toBe(2)
  })

  test('an order guessed at from many addresses slows down, then rejects wrong details', async () => {
    await place()
    await guessAlmostTooOften('100001')
    expect(await findOrder('100001', STRANGER, ELSEWHERE)).toBe(0)
    expect(Math.max(...shop.waits)).toBe(2000)
    expect(await findOrder('100001', STRANGER, ELSEWHERE)).toBe(429)
    expect(await findOrder('100002', STRANGER, ELSEWHERE)).toBe(0)
  })

  test('an unknown order number is limited in the same way', async () => {
    await guessAlmostTooOften('999999')
    expect(await findOrder('999999', STRANGER, ELSEWHERE)).toBe(0)
    expect(await findOrder('999999', STRANGER, ELSEWHERE)).toBe(429)
  })

  test('a new account gives no additional guesses', async () => {
    await place()
    const { token } = await signUp('mallory@shop.example')
    for (let miss = 0; miss < 10; miss += 1) expect(await findOrder('100001', STRANGER, HOME)).toBe(0)
    expect(await findOrder('100001', STRANGER, HOME)).toBe(429)
    expect(await findOrder('100001', STRANGER, HOME, { token })).toBe(429)
    for (let miss = 0; miss < 10; miss += 1) expect(await findOrder('100001', STRANGER, ELSEWHERE, { token })).toBe(0)
    expect(await findOrder('100001', STRANGER, ELSEWHERE, { token })).toBe(429)
    expect(await findOrder('100001', STRANGER, ELSEWHERE)).toBe(429)
  })

  test("the owner's token always passes, from a closed address too, and is not counted", async () => {
    const owner = await signUp('sam@example.org')
    await place({ customer_id: owner.user.customer_id })
    for (let miss = 0; miss < 11; miss += 1) await findOrder('100001', STRANGER, HOME)
    for (let round = 0; round < 12; round += 1) {
      expect(await findOrder('100001', STRANGER, HOME, { token: owner.token })).toBe(2)
    }
    expect(shop.waits).toHaveLength(5)
  })

  test('misses are limited by address, and successful lookups are not counted', async () => {
    await place()
    for (let hit = 0; hit < 3; hit += 1) expect(await findOrder('100001', JOSE, HOME)).toBe(2)
    expect(await shop.store.database.selectFrom('rate_limits').selectAll().execute()).toEqual([])
    for (let miss = 0; miss < 3; miss += 1) expect(await findOrder(String(200_000 + miss), JOSE, HOME)).toBe(0)
    await raiseHighestCount(shop.store.database, 99)
    expect(await findOrder('200003', JOSE, HOME)).toBe(0)
    expect(await findOrder('300000', JOSE, HOME)).toBe(429)
    expect(await findOrder('300000', JOSE, ELSEWHERE)).toBe(0)
  })

  test('invalid order numbers share one count', async () => {
    for (let miss = 0; miss < 8; miss += 1) await findOrder(`no number ${miss}`, STRANGER, HOME)
    expect(await shop.store.database.selectFrom('rate_limits').selectAll().execute()).toHaveLength(2)
  })

  onBoth('invalid order numbers are counted by address only', async () => {
    await guess(11, 'nonsense')
    await raiseHighestCount(shop.store.database, 110)
    expect(await findOrder('10000l', JOSE, HOME)).toBe(0)
    expect(shop.waits.filter((ms) => ms > 5 * 250)).toEqual([])
  })

  onBoth('two nodes on one database share the counts', async () => {
    await place()
    const other = await openSecondNode(shop)
    onTestFinished(() => other.close())
    for (let miss = 0; miss < 5; miss += 1) {
      expect(await findOrder('100001', STRANGER, HOME)).toBe(0)
      expect(await findOrder('100001', STRANGER, HOME, { app: other })).toBe(0)
    }
    expect(await findOrder('100001', STRANGER, HOME)).toBe(429)
    expect(await findOrder('100001', STRANGER, HOME, { app: other })).toBe(429)
  })
})
