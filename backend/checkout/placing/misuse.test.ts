import braintree from 'braintree'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenShop, openPlacingShop } from '../../../tests/gateway/open-placing-shop.ts'
import { type Gateway, startGateway } from '../../../tests/gateway/start-gateway.ts'
import { resumePlacing } from './placing-brake.ts'

const MINUTE = 60_000

describe('misuse of placing orders', () => {
  let gateway: Gateway
  let shop: OpenShop
  beforeAll(async () => {
    gateway = await startGateway(braintree.Environment.Development)
  })
  afterAll(() => gateway.stop())
  beforeEach(async () => {
    shop = await openPlacingShop('sqlite', gateway)
    const { database } = shop.store
    await database.updateTable('products').set({ stock_quantity: 1000 }).execute()
    // The gateway declines this amount.
    await database.updateTable('products').set({ price_cents: 200_100 }).where('product_id', '=', '102').execute()
  })
  afterEach(async () => {
    await gateway.clear()
    await shop.close()
  })

  const declined = { items: [{ product_id: '102', quantity: 1, price: 2001 }], total: 2001 }
  const send = async (address: string, email: string, changes: object = {}) => {
    const payload = await shop.buildBody({
      customer: { firstName: 'A', lastName: 'B', email, phone: '' },
      ...changes,
    })
    return shop.app.inject({ method: 'POST', url: '/api/placeOrder', payload, remoteAddress: address })
  }

  test('after five declines of an e-mail address, from wherever, further cards are refused for a while', async () => {
    const codes: number[] = []
    for (let index = 0; index < 7; index += 1) {
      codes.push((await send(`10.0.0.${index}`, 'eve@mail.example', declined)).statusCode)
    }
    expect(codes).toEqual([402, 402, 402, 402, 402, 429, 429])
    shop.passTime(16 * MINUTE)
    expect((await send('10.0.0.1', 'eve@mail.example')).statusCode).toBe(200)
  })

  test('after three declines of one cart further cards are refused', async () => {
    const codes: number[] = []
    for (let index = 0; index < 4; index += 1) {
      codes.push((await send('10.0.0.1', `eve${index}@mail.example`, declined)).statusCode)
    }
    expect(codes).toEqual([402, 402, 402, 429])
  })

  test('an address places ten orders an hour', async () => {
    const codes: number[] = []
    for (let index = 0; index < 11; index += 1) {
      codes.push((await send('10.0.0.1', `ada${index}@mail.example`)).statusCode)
    }
    expect(codes).toEqual([...Array(10).fill(200), 429])
  })

  test('an address holds at most three placements and twenty units while the gateway has not answered', async () => {
    await gateway.fail({ match: 'POST .*/transactions', answer: 'cut', commit: false, times: 10 })
    const ten = { items: [{ product_id: '101', quantity: 10, price: 79 }], total: 790 }
    const codes = []
    for (const changes of [ten, ten, {}]) codes.push((await send('10.0.0.1', 'ada@mail.example', changes)).statusCode)
    expect(codes).toEqual([202, 202, 429])
    expect((await send('10.0.0.2', 'bea@mail.example')).statusCode).toBe(202)
  })

  test('more than thirty declines close placing for half an hour, tell the family once, and can be resumed', async () => {
    for (let index = 0; index < 40; index += 1) await send(`10.0.1.${index}`, `eve${index}@mail.example`, declined)
    const asked = (await gateway.requests()).filter(
      ({ method, path }) => method === 'POST' && /transactions$/.test(path),
    )
    expect(asked).toHaveLength(20)
    expect((await send('10.0.2.1', 'ada@mail.example')).json()).toMatchObject({ error: 'orders_paused' })
    const alerts = await shop.store.database
      .selectFrom('outbox')
      .select('kind')
      .where('kind', '=', 'payment-alert')
      .execute()
    expect(alerts).toHaveLength(1)
    const change = { database: shop.store.database, clock: shop.clock, actor: 'command line' }
    expect(await resumePlacing(change)).toBe(true)
    const entries = await shop.store.database.selectFrom('audit_log').select('action').execute()
    expect(entries).toEqual([{ action: 'payments.resumed' }])
    expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(200)
    expect(await resumePlacing(change)).toBe(false)
  })

  test('placing opens again by itself after half an hour', async () => {
    for (let index = 0; index < 20; index += 1) await send(`10.0.1.${index}`, `eve${index}@mail.example`, declined)
    expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(409)
    shop.passTime(31 * MINUTE)
    expect((await send('10.0.2.1', 'ada@mail.example')).statusCode).toBe(200)
  })
})
