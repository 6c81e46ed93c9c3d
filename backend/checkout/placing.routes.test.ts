import { MINUTE_MS } from '@shop/contract/durations'
import { describe, expect, test, vi } from 'vitest'
import { DECLINED, garbage, triedCards } from '../../tests/gateway/shops/declined-cards.ts'
import { KEYS } from '../../tests/gateway/start-gateway.ts'
import { createPayments } from '../payments/create-payments.ts'
import type { Payments } from '../payments/gateway/payments.ts'
import { inTransaction } from '../platform/database/database.ts'
import { updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { openTestShop } from '../testing/test-shop.ts'

describe('misuse of placing orders', () => {
  const { gateway, shop, send, setOrders } = triedCards()

  test('after five declines of an email address, from wherever, further cards are refused for a while', async () => {
    const codes: number[] = []
    for (let index = 0; index < 7; index += 1) {
      codes.push((await send(`10.0.0.${index}`, 'eve@mail.example', DECLINED)).statusCode)
    }
    expect(codes).toEqual([402, 402, 402, 402, 402, 429, 429])
    shop.passTime(16 * MINUTE_MS)
    expect((await send('10.0.0.1', 'eve@mail.example')).statusCode).toBe(200)
  })

  test('an address that sends what is no card closes nothing for others, and is refused for a while', async () => {
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

  test('no one is locked out by what is no card and was sent with their email address', async () => {
    for (let index = 0; index < 5; index += 1) await send('10.0.0.1', 'ada@mail.example', garbage(index))
    expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(200)
  })

  test('declines with an email address from elsewhere leave its owner one attempt a minute', async () => {
    const codes: number[] = []
    for (let index = 0; index < 6; index += 1) {
      codes.push((await send(`10.0.1.${index}`, 'ada@mail.example', DECLINED)).statusCode)
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
      codes.push((await send('10.0.0.1', `eve${index}@mail.example`, DECLINED)).statusCode)
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

  test('an order that waited for another of its address is refused if orders were paused during the wait', async () => {
    const isPaused = Promise.withResolvers<void>()
    const authorize = vi.fn<Payments['authorize']>(async () => {
      if (authorize.mock.calls.length < 5) return { outcome: 'rejected', reason: 'nonce', codes: [] }
      await isPaused.promise
      return { outcome: 'unknown', cause: 'timeout' }
    })
    const payments = { ...createPayments({ gateways: [KEYS] }, () => {}), authorize }
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

  test('an address gets no other order while one has been unanswered for a minute', async () => {
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
      const answer = await send(`2001:db8:0:1::${index}`, `eve${index}@mail.example`, { ...DECLINED, ...cart })
      codes.push(answer.statusCode)
      if (answer.statusCode === 429) expect(answer.headers['retry-after']).toBe('900')
    }
    expect(codes).toEqual([402, 402, 402, 429, 429, 429])
    expect((await send('2001:db8:0:2::1', 'eve@mail.example', DECLINED)).statusCode).toBe(402)
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
})
