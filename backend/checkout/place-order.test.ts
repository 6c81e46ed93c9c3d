import { randomUUID } from 'node:crypto'
import { setImmediate as afterOtherWork } from 'node:timers/promises'
import type { PlaceOrderBody } from '@shop/contract/checkout/schemas'
import { MINUTE_MS } from '@shop/contract/durations'
import pLimit from 'p-limit'
import { beforeEach, describe, expect, test } from 'vitest'
import { openPlacingShop, uncounted } from '../../tests/gateway/shops/open-placing-shop.ts'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { lockOrderNumbers } from '../orders/orders.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { settleDueOperations } from '../settlement/payment-worker.ts'
import { BOTH_ENGINES, openTestNode } from '../testing/servers/engines.ts'
import { openTestShop } from '../testing/test-shop.ts'
import { testsOn } from '../testing/tests-on.ts'
import { placeOrder, type WorkerContext } from './place-order.ts'
import { clearDrafts } from './placements.repository.ts'

const gateway = sharedGateway()

describe.each(BOTH_ENGINES)('placing an order on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachPlacingShop(engine, gateway, 5)
  let worker: WorkerContext
  let before: number
  beforeEach(async () => {
    worker = shop.worker
    before = (await gateway.transactions()).length
  })

  const setProduct = (id: string, values: object) =>
    shop.store.database.updateTable('products').set(values).where('product_id', '=', id).execute()

  async function stockOf(id: string): Promise<number> {
    const query = shop.store.database.selectFrom('products').select('stock_quantity').where('product_id', '=', id)
    return (await query.executeTakeFirstOrThrow()).stock_quantity
  }

  const body = (changes?: Partial<PlaceOrderBody>) => shop.buildBody(changes)
  const post = (payload: object) => shop.place(payload)
  const ask = (key: string) => shop.app.inject(`/api/placeOrder/${key}`)
  const settle = () => settleDueOperations(worker)
  const newTransactions = async () => (await gateway.transactions()).slice(before)
  const rows = (table: 'orders' | 'placements' | 'payments' | 'outbox') =>
    shop.store.database.selectFrom(table).selectAll().execute()

  async function expectNothingDone(): Promise<void> {
    expect(await stockOf('101')).toBe(5)
    expect(await rows('orders')).toEqual([])
    expect(await rows('outbox')).toEqual([])
    expect(await newTransactions()).toEqual([])
  }

  test('the amount is authorized and not captured, and order, payment, stock and two emails are stored', async () => {
    const sent = await body()
    const response = await post(sent)
    expect(response.statusCode).toBe(200)
    const { order } = response.json()
    expect(response.json()).toMatchObject({
      status: 'placed',
      order: {
        deliveryInfo: { firstName: 'Ada', address1: '12 MAIN ST', zipCode: '97201' },
        items: [{ product_id: '101', quantity: 2, price: 79 }],
        delivery: { cost: 9.9, discount: 9.9 },
        taxAmount: 0,
        totalWithDeliveryAndTax: 158,
      },
    })
    expect(await rows('orders')).toMatchObject([
      { order_id: order.orderId, order_status: 'processing', channel: 'online', total_cents: 15_800, zip: '97201' },
    ])
    expect(await rows('orders')).toMatchObject([{ delivery_name: 'USPS Ground Advantage' }])
    expect(await rows('payments')).toMatchObject([
      { order_id: order.orderId, state: 'authorized', authorized_cents: 15_800, captured_cents: 0 },
    ])
    expect(await rows('placements'), 'without the address of the client').toMatchObject([
      { state: 'placed', client: null },
    ])
    expect(await newTransactions()).toMatchObject([{ status: 'authorized' }])
    expect(await stockOf('101')).toBe(3)
    expect((await rows('outbox')).map(({ kind, recipient }) => [kind, recipient]).toSorted()).toEqual([
      ['order-confirmation', 'ada@mail.example'],
      ['order-placed-shop', expect.any(String)],
    ])
    const texts = (await rows('outbox')).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('Shipping method: USPS Ground Advantage'))).toHaveLength(2)
    expect((await ask(sent.key)).json()).toEqual(response.json())
    const found = await shop.app.inject(
      `/api/orderDetail?orderId=${order.orderId}&firstName=ada&lastName=lovelace&email=ada@mail.example`,
    )
    expect(found.json()).toHaveLength(1)
  })

  test('where sales tax is collected, the ZIP code’s own rate is charged, on the delivery too, and stored', async () => {
    const { database } = shop.store
    const decision = { state: 'TX', collected: 1, delivery_taxed: 1, permit: '' }
    await database.insertInto('tax_states').values(decision).execute()
    const rate = { state: 'TX', first_zip: '75001', last_zip: '75099', rate_millionths: 82_500 }
    await database.insertInto('zip_tax_rates').values(rate).execute()
    await setProduct('101', { price_cents: 3200 })
    const address = { address1: '12 MAIN ST', address2: '', city: 'DALLAS', state: 'TX', zipCode: '75050' }
    const items = [{ product_id: '101', quantity: 1, price: 32 }]
    // 8.25 % of 32.00 and 4.95.
    const response = await post(await body({ address, items, total: 40 }))
    expect(response.json()).toMatchObject({ order: { taxAmount: 3.05, totalWithDeliveryAndTax: 40 } })
    expect(await rows('orders')).toMatchObject([{ tax_cents: 305, tax_rate_millionths: 82_500, delivery_taxed: 1 }])
    expect(await rows('payments')).toMatchObject([{ authorized_cents: 4000 }])
  })

  test('the nonce is stored and logged nowhere', async () => {
    const sent = await body()
    await post(sent)
    const stored = JSON.stringify([await rows('placements'), await rows('payments'), await rows('outbox')])
    expect(stored + shop.logged()).not.toContain(sent.nonce)
  })

  test.each([
    ['a price', { items: [{ product_id: '101', quantity: 2, price: 78 }] }, 'items.0.price'],
    ['the total', { total: 157.99 }, 'total'],
    ['the date', { estimatedDeliveryDate: '2020-01-01' }, 'estimatedDeliveryDate'],
    ['a delivery option', { delivery_type_id: 'gone' }, 'delivery_type_id'],
    ['a product', { items: [{ product_id: 'gone', quantity: 1, price: 79 }] }, 'items.0.product_id'],
    ['the stock', { items: [{ product_id: '101', quantity: 6, price: 79 }], total: 474 }, 'items.0.quantity'],
    [
      'the stock of one product in two lines',
      { items: [3, 3].map((quantity) => ({ product_id: '101', quantity, price: 79 })), total: 474 },
      'items.0.quantity items.1.quantity',
    ],
  ])('%s that is another than the shopper saw is a conflict, and nothing is done', async (_what, changes, fields) => {
    const response = await post(await body(changes))
    expect(response.statusCode).toBe(409)
    const { error, details } = response.json()
    expect([error, details.map(({ field }: { field: string }) => field).join(' ')]).toEqual(['conflict', fields])
    await expectNothingDone()
  })

  test('a draft cannot be ordered', async () => {
    await setProduct('101', { status: 'draft' })
    expect((await post(await body())).json()).toMatchObject({ details: [{ field: 'items.0.product_id' }] })
    await setProduct('101', { status: 'published' })
    await expectNothingDone()
  })

  test.each([
    { total: -1 },
    { items: [] },
    { items: [{ product_id: '101', quantity: 11, price: 79 }] },
    { items: [{ product_id: '101', quantity: 1.5, price: 79 }] },
    { items: Array.from({ length: 101 }, () => ({ product_id: '101', quantity: 1, price: 79 })) },
    { address: { address1: '1 A', address2: '', city: 'SAN JUAN', state: 'PR', zipCode: '00901' } },
    { address: { address1: '1 A', address2: '', city: 'X', state: 'OR', zipCode: '00000' } },
    { address: { address1: '1\u0000A', address2: '', city: 'X', state: 'OR', zipCode: '97201' } },
    { customer: { firstName: 'A', lastName: 'B', email: 'a@b.example\nBcc: c@d.example', phone: '' } },
    { nonce: 'x'.repeat(10_000) },
    { key: 'not-a-uuid' },
  ])('a malformed request is rejected: %j', async (changes) => {
    expect((await post(await body(changes as Partial<PlaceOrderBody>))).statusCode).toBe(400)
    await expectNothingDone()
  })

  test('a decline gives the stock back, and the answer stays the same', async () => {
    await setProduct('101', { price_cents: 200_100 })
    const sent = await body({ items: [{ product_id: '101', quantity: 1, price: 2001 }], total: 2001 })
    for (const response of [await post(sent), await ask(sent.key)]) {
      expect(response.statusCode).toBe(402)
      expect(response.json()).toMatchObject({ error: 'payment_declined' })
    }
    expect(await stockOf('101')).toBe(5)
    expect(await rows('orders')).toEqual([])
  })

  onBoth('the same key fifty times at once is one order with fifty equal answers', async () => {
    const sent = await body()
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(sent)))
    expect(new Set(answers.map(({ statusCode, body: text }) => `${statusCode} ${text}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect(await newTransactions()).toHaveLength(1)
    expect(await rows('orders')).toHaveLength(1)
  })

  test('the same key with other contents is a conflict', async () => {
    const sent = await body()
    await post(sent)
    const other = { ...sent, customer: { ...sent.customer, firstName: 'Eve' } }
    expect((await post(other)).statusCode).toBe(409)
  })

  test('the key of an order whose address has been deleted since is final, and the next press makes a new one', async () => {
    const sent = await body()
    await post(sent)
    shop.passTime(31 * 24 * 60 * MINUTE_MS)
    await clearDrafts(shop.store.database, shop.clock().toISOString())
    for (const answer of [await ask(sent.key), await post(sent)]) {
      const message = 'This order was placed more than 30 days ago. Please look it up by its number.'
      expect([answer.statusCode, answer.json().message]).toEqual([409, message])
      expect(answer.json().details).toEqual([{ field: 'key', message }])
    }
  })

  test('an answer that is lost after the gateway authorized becomes an order', async () => {
    await gateway.fail({ match: 'POST .*/transactions', answer: 'cut' })
    const sent = await body()
    const response = await post(sent)
    expect([response.statusCode, response.json().status]).toEqual([202, 'checking'])
    await settle()
    expect((await ask(sent.key)).json()).toMatchObject({ status: 'placed' })
    expect(await rows('payments')).toMatchObject([{ state: 'authorized' }])
    expect(await stockOf('101')).toBe(3)
    expect(await settle()).toBe(0)
  })

  test('a request that never reached the gateway is abandoned after ten minutes, and a late payment is voided', async () => {
    await gateway.fail({ match: 'POST .*/transactions', answer: 'cut', commit: false })
    const sent = await body()
    expect((await post(sent)).statusCode).toBe(202)
    await settle()
    shop.passTime(9 * MINUTE_MS)
    await settle()
    expect((await ask(sent.key)).statusCode).toBe(202)
    shop.passTime(2 * MINUTE_MS)
    await settle()
    const answer = await ask(sent.key)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().details).toMatchObject([{ field: 'key' }])
    expect(await stockOf('101')).toBe(5)
    const [placement] = await rows('placements')
    const { reference } = placement as { reference: string }
    // The request arrives after all.
    await worker.payments.authorize({
      provider: 'braintree',
      ...{ operationId: randomUUID(), reference, nonce: await gateway.nonce(), cents: 15_800, taxCents: 0 },
      ...{ shippingCents: 0, billingZip: '97201', customerIp: '127.0.0.1' },
      shipTo: { firstName: 'A', lastName: 'B', address1: '1', address2: '', city: 'X', state: 'OR', zip: '97201' },
    })
    shop.passTime(31 * MINUTE_MS)
    await settle()
    await settle()
    expect(await newTransactions()).toMatchObject([{ status: 'voided' }])
    expect(await rows('orders')).toEqual([])
  })

  test('a payment that is declined after its placement was abandoned is looked for no more', async () => {
    await gateway.fail({ match: 'POST .*/transactions', answer: 'cut', commit: false })
    await post(await body())
    shop.passTime(11 * MINUTE_MS)
    await settle()
    const [placement] = await rows('placements')
    const { reference } = placement as { reference: string }
    await worker.payments.authorize({
      provider: 'braintree',
      ...{ operationId: randomUUID(), reference, nonce: await gateway.nonce(), cents: 200_100, taxCents: 0 },
      ...{ shippingCents: 0, billingZip: '97201', customerIp: '127.0.0.1' },
      shipTo: { firstName: 'A', lastName: 'B', address1: '1', address2: '', city: 'X', state: 'OR', zip: '97201' },
    })
    shop.passTime(31 * MINUTE_MS)
    await settle()
    shop.passTime(2 * MINUTE_MS)
    expect(await settle()).toBe(0)
  })

  test.each([401, 403])('a gateway that answers %d charges nothing, and the stock is back at once', async (status) => {
    await gateway.fail({ match: 'POST .*/transactions', commit: false, answer: { status } })
    const response = await post(await body())
    expect(response.statusCode).toBe(503)
    expect(response.json().details).toMatchObject([{ field: 'key' }])
    expect(await stockOf('101')).toBe(5)
  })

  test('a gateway that is too busy: another try in a minute, with a new key', async () => {
    await gateway.fail({ match: 'POST .*/transactions', commit: false, answer: { status: 429 } })
    const sent = await body()
    for (const answer of [await post(sent), await ask(sent.key)]) {
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '60'])
      const message = 'Please try again in a minute. Nothing was charged.'
      expect(answer.json()).toMatchObject({ message, details: [{ field: 'key', message }] })
    }
    await expectNothingDone()
  })

  test('a price that changed names the new total with it', async () => {
    await setProduct('101', { price_cents: 8000 })
    const response = await post(await body())
    expect(response.json().details).toEqual([
      { field: 'items.0.price', message: expect.stringMatching(/ cost \$79\.00 and now costs \$80\.00\.$/) },
      { field: 'total', message: 'The total was $158.00 and is now $160.00.' },
    ])
    await setProduct('101', { price_cents: 7900 })
    await expectNothingDone()
  })

  onBoth('an order of $0.00 is refused with a sentence that its page shows', async () => {
    await setProduct('101', { price_cents: 0 })
    await shop.store.database.updateTable('delivery_options').set({ delivery_cost_cents: 0 }).execute()
    const response = await post(await body({ items: [{ product_id: '101', quantity: 2, price: 0 }], total: 0 }))
    expect(response.statusCode).toBe(409)
    expect(response.json().details).toEqual([{ field: 'items', message: 'An order of $0.00 cannot be paid.' }])
    await setProduct('101', { price_cents: 7900 })
    await expectNothingDone()
  })

  test('once the gateway was asked, an answer that cannot be read is looked for again and is no error', async () => {
    const sent = await body()
    const caller = callerFrom('127.0.0.1')
    const media = { urlOf: () => Promise.reject(new Error('the disk is away')) }
    const answer = await placeOrder(
      { ...worker, media, wait: async () => {}, inTurn: pLimit(1), rateLimiter: uncounted },
      sent,
      caller,
    )
    expect(answer).toEqual({ status: 'checking', number: expect.stringMatching(/^\d+$/) })
    expect((await ask(sent.key)).json()).toMatchObject({ status: 'placed' })
  })
})

function callerFrom(address: string, isGone = false) {
  return { customer_id: null, client: address, address, isGone: () => isGone }
}

test('an order whose shopper has left before its turn is not placed, as its page has said', async () => {
  const shop = await openPlacingShop('sqlite', gateway)
  const context = {
    ...shop.worker,
    media: { urlOf: async () => '' },
    wait: async () => {},
    inTurn: pLimit(1),
    rateLimiter: uncounted,
  }
  await expect(placeOrder(context, await shop.buildBody(), callerFrom('10.0.0.1', true))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The connection ended before your turn. Please try again.',
  })
  expect(await shop.store.database.selectFrom('placements').selectAll().execute()).toEqual([])
  await shop.close()
})

test('an order whose first request another node has taken is not counted again', async () => {
  const shop = await openPlacingShop('sqlite', gateway)
  let counted = 0
  const context = {
    ...shop.worker,
    media: { urlOf: async () => '' },
    wait: async () => {},
    inTurn: pLimit(1),
    rateLimiter: {
      countWith: async () => {
        counted += 1
      },
    },
  }
  const payload = await shop.buildBody()
  const first = await placeOrder(context, payload, callerFrom('10.0.0.1'))
  expect(await placeOrder(context, payload, callerFrom('10.0.0.1'))).toEqual(first)
  expect(counted).toBe(1)
  await shop.close()
})

test('orders that wait for a number leave the connections of the pool to others', async () => {
  const COUNT = 12
  const shop = await openPlacingShop('postgres', gateway)
  const other = await openTestNode(shop)
  await shop.store.database.updateTable('products').set({ stock_quantity: 100 }).execute()
  const bodies = await Promise.all(Array.from({ length: COUNT }, () => shop.buildBody()))
  const inTurn = pLimit(2)
  const context = {
    ...shop.worker,
    media: { urlOf: async () => '' },
    wait: async () => {},
    inTurn,
    rateLimiter: uncounted,
  }
  const place = (body: PlaceOrderBody, index: number) => placeOrder(context, body, callerFrom(`10.0.0.${index}`))
  const placing = await inTransaction(other.database, async (trx) => {
    await lockOrderNumbers(trx)
    const answers = Promise.all(bodies.map(place))
    while (inTurn.activeCount + inTurn.pendingCount < COUNT) await afterOtherWork()
    const { open, idle, waiting } = shop.store.connections?.() ?? { open: 99, idle: 0, waiting: 0 }
    expect(open - idle).toBeLessThanOrEqual(2)
    expect(waiting).toBe(0)
    return { answers }
  })
  expect((await placing.answers).map(({ status }) => status)).toEqual(Array(COUNT).fill('placed'))
  await other.close()
  await shop.close()
})

test('while orders are paused nothing is written, and the answer is the text of the popup', async () => {
  const shop = await openTestShop('sqlite')
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/placeOrder',
    payload: {
      key: randomUUID(),
      items: [{ product_id: '101', quantity: 1, price: 79 }],
      delivery_type_id: '1',
      customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example' },
      address: { address1: '1 A', city: 'X', state: 'OR', zipCode: '97201' },
      billingZip: '97201',
      nonce: 'x',
      total: 79,
      estimatedDeliveryDate: null,
    },
  })
  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({
    error: 'orders_paused',
    message: expect.stringMatching(/^We are not processing online orders yet\. .* Thank you for visiting us\.$/),
  })
  expect(await shop.store.database.selectFrom('placements').selectAll().execute()).toEqual([])
  await shop.close()
})
