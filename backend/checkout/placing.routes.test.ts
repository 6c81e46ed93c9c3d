import { MINUTE_MS } from '@shop/contract/durations'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/placing-hooks.ts'
import { KEYS } from '../../tests/gateway/start-gateway.ts'
import { checkGateway } from '../operations/doctor/check-gateway.ts'
import { createPayments } from '../payments/gateway/create-payments.ts'
import type { Payments } from '../payments/gateway/payments.ts'
import { inTransaction } from '../platform/database/database.ts'
import { updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { findDeclineAlarm, raiseDeclineAlarm } from './placements.repository.ts'

describe('misuse of placing orders', () => {
  const gateway = sharedGateway()
  const shop = eachPlacingShop('sqlite', gateway, 1000, { isNew: true })
  beforeEach(async () => {
    shop.stopTime()
    const { database } = shop.store
    // The gateway declines this amount.
    await database.updateTable('products').set({ price_cents: 200_100 }).where('product_id', '=', '102').execute()
  })

  const setOrders = (orders: 'open' | 'paused') =>
    inTransaction(shop.store.database, (trx) => updateShopSettings(trx, { orders }))
  const declined = { items: [{ product_id: '102', quantity: 1, price: 2001 }], total: 2001 }
  const send = async (address: string, email: string, changes: object = {}) => {
    const payload = await shop.buildBody({
      customer: { firstName: 'A', lastName: 'B', email, phone: '' },
      ...changes,
    })
    return shop.app.inject({ method: 'POST', url: '/api/placeOrder', payload, remoteAddress: address })
  }

  test('after five declines of an email address, from wherever, further cards are refused for a while', async () => {
    const codes: number[] = []
    for (let index = 0; index < 7; index += 1) {
      codes.push((await send(`10.0.0.${index}`, 'eve@mail.example', declined)).statusCode)
    }
    expect(codes).toEqual([402, 402, 402, 402, 402, 429, 429])
    shop.passTime(16 * MINUTE_MS)
    expect((await send('10.0.0.1', 'eve@mail.example')).statusCode).toBe(200)
  })

  const alarm = () => findDeclineAlarm(shop.store.database, shop.clock())
  const asked = async () =>
    (await gateway.requests()).filter(({ method, path }) => method === 'POST' && /transactions$/.test(path)).length

  const garbage = (index: number) => ({ nonce: `garbage-${index}` })

  test('whoever sends what is no card closes nothing for others, and is refused for a while', async () => {
    for (let index = 0; index < 24; index += 1) {
      const answer = await send(`10.0.4.${Math.floor(index / 6)}`, `eve${index}@mail.example`, garbage(index))
      expect(answer.statusCode).toBe(index % 6 < 5 ? 402 : 429)
    }
    expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(200)
    const { database } = shop.store
    const placements = await database.selectFrom('placements').select('state').execute()
    expect(placements.filter(({ state }) => state === 'failed')).toHaveLength(20)
  })

  test('an answer that is asked for again says that the card has to be entered again', async () => {
    const payload = await shop.buildBody(garbage(1))
    const first = await shop.place(payload)
    const again = await shop.app.inject({ url: `/api/placeOrder/${payload.key}` })
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([402, 402, first.json()])
  })

  test('what is no card hides no declines: their share is that of the cards that a bank was asked about', async () => {
    for (let index = 0; index < 25; index += 1) {
      await send(`10.0.4.${index}`, `eve${index}@mail.example`, garbage(index))
    }
    for (let index = 0; index < 20; index += 1) await send(`10.0.1.${index}`, `eve${index}@mail.example`, declined)
    expect(await alarm()).not.toBeNull()
  })

  test('nobody is locked out by what is no card and was sent with their email address', async () => {
    for (let index = 0; index < 5; index += 1) await send('10.0.0.1', 'ada@mail.example', garbage(index))
    expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(200)
  })

  test('declines with an email address from elsewhere leave its owner one attempt a minute', async () => {
    const codes: number[] = []
    for (let index = 0; index < 6; index += 1) {
      codes.push((await send(`10.0.1.${index}`, 'ada@mail.example', declined)).statusCode)
    }
    const refused = await send('10.0.2.1', 'ada@mail.example')
    expect([...codes, refused.statusCode]).toEqual([402, 402, 402, 402, 402, 429, 429])
    expect(refused.headers['retry-after']).toBe('60')
    shop.passTime(MINUTE_MS)
    expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(200)
  })

  test('after three declines of one cart further cards are refused', async () => {
    const codes: number[] = []
    for (let index = 0; index < 4; index += 1) {
      codes.push((await send('10.0.0.1', `eve${index}@mail.example`, declined)).statusCode)
    }
    expect(codes).toEqual([402, 402, 402, 429])
  })

  test('an address places ten orders an hour, and one that is told of another total has placed none', async () => {
    const codes: number[] = []
    expect((await send('10.0.0.1', 'ada@mail.example', { total: 1 })).statusCode).toBe(409)
    for (let index = 0; index < 11; index += 1) {
      codes.push((await send('10.0.0.1', `ada${index}@mail.example`)).statusCode)
    }
    expect(codes).toEqual([...Array(10).fill(200), 429])
  })

  test('an address sends at most 120 orders a minute, refused ones included', async () => {
    const codes: number[] = []
    for (let index = 0; index < 121; index += 1) {
      codes.push((await send('10.0.0.1', 'eve@mail.example', { total: 1 })).statusCode)
    }
    expect(codes).toEqual([...Array(120).fill(409), 429])
    expect((await send('10.0.0.2', 'ada@mail.example')).statusCode).toBe(200)
  })

  test('an address holds at most three placements and twenty units while the gateway has not answered', async () => {
    await gateway.fail({ match: 'POST .*/transactions', answer: 'cut', commit: false, times: 10 })
    const ten = { items: [{ product_id: '101', quantity: 10, price: 79 }], total: 790 }
    const codes = []
    for (const changes of [ten, ten, {}]) codes.push((await send('10.0.0.1', 'ada@mail.example', changes)).statusCode)
    expect(codes).toEqual([202, 202, 429])
    const small = []
    for (let index = 0; index < 4; index += 1) small.push((await send('10.0.0.2', 'bea@mail.example')).statusCode)
    expect(small).toEqual([202, 202, 202, 429])
  })

  test('an address that sends many orders in the same moment holds no more than that', async () => {
    await gateway.fail({ match: 'POST .*/transactions', answer: 'cut', commit: false, times: 20 })
    const ten = { items: [{ product_id: '101', quantity: 10, price: 79 }], total: 790 }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send('10.0.0.1', `ada${index}@mail.example`, ten)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 202, ...Array(6).fill(429)])
  })

  test('an order that waited for another of its address is refused when orders were paused meanwhile', async () => {
    const isPaused = Promise.withResolvers<void>()
    const authorize = vi.fn<Payments['authorize']>(async () => {
      if (authorize.mock.calls.length < 5) return { outcome: 'rejected', reason: 'nonce', codes: [] }
      await isPaused.promise
      return { outcome: 'unknown', cause: 'timeout' }
    })
    const payments = { ...createPayments({ braintree: KEYS }, () => {}), authorize }
    const slow = await openTestShop('sqlite', { payments, orders: 'open' }, gateway.settings)
    const place = async (payload: object) =>
      (await slow.app.inject({ method: 'POST', url: '/api/placeOrder', payload })).json()
    const last = await shop.buildBody()
    for (let index = 0; index < 4; index += 1) {
      expect(await place(await shop.buildBody())).toMatchObject({ error: 'payment_declined' })
    }
    const running = place(await shop.buildBody())
    await expect.poll(() => authorize.mock.calls.length).toBe(5)
    const waiting = place(last)
    for (let look = 0; look < 5; look += 1) await slow.app.inject('/api/products')
    await inTransaction(slow.store.database, (trx) => updateShopSettings(trx, { orders: 'paused' }))
    isPaused.resolve()
    expect([await running, await waiting]).toMatchObject([{ status: 'checking' }, { error: 'orders_paused' }])
    await slow.close()
  })

  test('an address of which an order has not been answered for a minute gets no other', async () => {
    await gateway.fail({ match: 'POST .*/transactions', answer: 'cut', commit: false })
    expect((await send('10.0.0.1', 'ada@mail.example')).statusCode).toBe(202)
    shop.passTime(MINUTE_MS + 1)
    const refused = await send('10.0.0.1', 'ada@mail.example')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  })

  test('the addresses of an IPv6 network are counted together, and the answer names the time', async () => {
    const codes: number[] = []
    for (let index = 0; index < 6; index += 1) {
      const item = { product_id: '102', quantity: 1, price: 2001 }
      const cart = index < 3 ? { items: [item] } : { items: [item], delivery_type_id: '1' }
      const answer = await send(`2001:db8:0:1::${index}`, `eve${index}@mail.example`, { ...declined, ...cart })
      codes.push(answer.statusCode)
      if (answer.statusCode === 429) expect(answer.headers['retry-after']).toBe('900')
    }
    expect(codes).toEqual([402, 402, 402, 429, 429, 429])
    expect((await send('2001:db8:0:2::1', 'eve@mail.example', declined)).statusCode).toBe(402)
  })

  test('a look at an answer is limited by address, and its key is logged nowhere', async () => {
    const { key } = await shop.buildBody()
    const look = (address: string) => shop.app.inject({ url: `/api/placeOrder/${key}`, remoteAddress: address })
    const first = await look('10.0.0.1')
    expect([first.statusCode, first.headers['cache-control'], first.json().message]).toEqual([
      404,
      'no-store',
      'We can’t find this order. Nothing was charged.',
    ])
    for (let index = 0; index < 119; index += 1) await look('10.0.0.1')
    expect((await look('10.0.0.1')).statusCode).toBe(429)
    expect((await look('10.0.0.2')).statusCode).toBe(404)
    expect(shop.logged()).not.toContain(key)
  })

  test('a repeated key gets its answer while orders are paused', async () => {
    const payload = await shop.buildBody()
    const first = await shop.place(payload)
    await setOrders('paused')
    const again = await shop.place(payload)
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect((await shop.place(await shop.buildBody())).json()).toMatchObject({ error: 'orders_paused' })
  })

  test('of cards that many addresses try, each address gets two to the gateway, and everybody else orders', async () => {
    const codes: number[] = []
    for (let index = 0; index < 60; index += 1) {
      codes.push((await send(`10.0.1.${index % 12}`, `eve${index}@mail.example`, declined)).statusCode)
    }
    expect(codes.filter((code) => code === 402)).toHaveLength(24)
    expect(codes.slice(24)).toEqual(Array(36).fill(429))
    expect(await asked()).toBe(24)
    expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(200)
  })

  test('twenty declined cards from four addresses close nothing, and tell the family once', async () => {
    await shop.store.database
      .updateTable('products')
      .set({ price_cents: 200_200 })
      .where('product_id', '=', '103')
      .execute()
    const other = { items: [{ product_id: '103', quantity: 1, price: 2002 }], total: 2002 }
    for (let index = 0; index < 20; index += 1) {
      const answer = await send(`10.0.1.${index % 4}`, `eve${index}@mail.example`, index < 12 ? declined : other)
      expect(answer.statusCode).toBe(402)
    }
    expect(await alarm()).not.toBeNull()
    expect((await send('10.0.2.1', 'bea@mail.example')).statusCode).toBe(200)
    for (let index = 0; index < 20; index += 1) await send(`10.0.3.${index}`, `eve${index}@mail.example`, declined)
    expect((await send('10.0.2.1', 'ada@mail.example', {})).statusCode).toBe(200)
    const alerts = await shop.store.database
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'payment-alert')
      .execute()
    expect(alerts).toHaveLength(1)
    expect(alerts[0]?.text).toContain('cards were declined')
    expect(alerts[0]?.text).toContain('Orders stay open')
  })

  test('cards that begin like many declined ones wait for one another, and the card is asked for only then', async () => {
    const bank = async (number: string) => ({ nonce: await gateway.nonce({ card: { brand: 'Visa', number } }) })
    const looks = async () => (await gateway.requests()).filter(({ path }) => path.includes('payment_method_nonces'))
    for (let index = 0; index < 20; index += 1) {
      await send(`10.0.1.${index}`, `eve${index}@mail.example`, declined)
    }
    expect(await looks()).toEqual([])
    for (let index = 20; index < 26; index += 1) {
      await send(`10.0.1.${index}`, `eve${index}@mail.example`, declined)
    }
    const before = shop.waits.length
    expect((await send('10.0.2.1', 'ada@mail.example', await bank('5555550000001111'))).statusCode).toBe(200)
    expect(shop.waits.slice(before)).toEqual([])
    expect((await send('10.0.2.2', 'bea@mail.example')).statusCode).toBe(200)
    expect(shop.waits.slice(before)).toEqual([2000])
    expect(await looks()).toHaveLength(8)
  })

  test('card fields that fail ten times in an hour are an advice of the doctor for half a day, and close nothing', async () => {
    const { database } = shop.store
    const report = (remoteAddress: string) =>
      shop.app.inject({ method: 'POST', url: '/api/card-failures', remoteAddress })
    const advice = async () =>
      (await checkGateway({ database, clock: shop.clock })).map(({ code, severity }) => [code, severity])
    for (let index = 0; index < 20; index += 1)
      expect((await report('10.0.0.9')).statusCode).toBe(index < 10 ? 200 : 429)
    for (const network of [0, 1, 2]) for (const host of [1, 2]) await report(`10.0.${network}.${host}`)
    expect(await advice()).toEqual([])
    await report('10.0.3.1')
    expect(await advice()).toEqual([['card_fields_failed', 'warning']])
    for (let index = 2; index < 99; index += 1) await report(`10.0.3.${index}`)
    expect(shop.logged().match(/card fields failed/g)).toHaveLength(1)
    const counted = await database.selectFrom('rate_limits').select('counted').orderBy('counted', 'desc').execute()
    expect(counted.slice(0, 2)).toEqual([{ counted: 9 }, { counted: 3 }])
    expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(200)
    shop.passTime(12 * 60 * MINUTE_MS)
    expect(await advice()).toEqual([])
    await setOrders('paused')
    expect((await report('10.0.2.1')).json()).toMatchObject({ error: 'orders_paused' })
  })

  test('requests whose clocks differ a little raise the alarm once, and it ends after half an hour', async () => {
    const { database } = shop.store
    const now = shop.clock()
    const earlier = new Date(now.getTime() - 1)
    const raise = (at: Date) => inTransaction(database, (trx) => raiseDeclineAlarm(trx, at))
    expect([await raise(now), await raise(earlier)]).toEqual([true, false])
    expect(await findDeclineAlarm(database, earlier)).not.toBeNull()
    shop.passTime(31 * MINUTE_MS)
    expect(await alarm()).toBeNull()
  })
})
