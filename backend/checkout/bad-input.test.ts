import { connect } from 'node:net'
import type { Session } from '@shop/contract/accounts/calls'
import type { PlaceOrderBody } from '@shop/contract/checkout/schemas'
import { parseDeliveryOptions } from '@shop/contract/delivery/calls'
import { orderCalls } from '@shop/contract/orders/calls'
import { describe, expect } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { callsOfOrders } from '../testing/orders/order-calls.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { testsOn } from '../testing/tests-on.ts'

const ITEM = { product_id: '101', quantity: 1, price: 79 }
const ADDRESS = { address1: '12 MAIN ST', address2: '', city: 'PORTLAND', state: 'OR', zipCode: '97201' }
const CUSTOMER = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example', phone: '' }
const CHECK = 'Something in this request is not valid. Please check it and try again.'
/** A request as bytes; `length` and other headers may be wrong. */
function post(body: string, length = Buffer.byteLength(body), headers = ''): string {
  const head = `POST /api/placeOrder HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n`
  return `${head}${headers}content-length: ${length}\r\n\r\n${body}`
}

/** Sends on one connection and returns all that is received until the shop closes it or has answered both. */
async function exchange(
  address: string,
  bodies: readonly [object, object],
  join: (one: string, other: string) => string,
): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const [one, other] = bodies
  socket.setEncoding('utf8').write(join(JSON.stringify(one), JSON.stringify(other)))
  let received = ''
  for await (const text of socket) {
    received += text
    if (received.split('HTTP/1.1').length > 2) break
  }
  return received
}

const NONCE_OVER =
  'Your card details have expired or were already used. Nothing was charged. Please enter your card again.'

describe.each(BOTH_ENGINES)('a bad request to place an order on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const gateway = sharedGateway()
  const shop = eachPlacingShop(engine, gateway, 5)
  let before: { rows: unknown; ledger: unknown }

  /** Reads all that may not change: everything that placing writes, the stock, and the gateway's books. */
  async function state(): Promise<typeof before> {
    const { database } = shop.store
    const tables = ['orders', 'order_items', 'payments', 'outbox'] as const
    const rows = await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute()))
    const stock = await database
      .selectFrom('products')
      .select(['product_id', 'stock_quantity'])
      .orderBy('product_id')
      .execute()
    return { rows: [...rows, stock], ledger: await gateway.transactions() }
  }
  async function send(changes: object): Promise<{ status: number; message: string; fields: string[] }> {
    const payload = { ...(await shop.buildBody()), ...changes }
    before = await state()
    const response = await shop.place(payload)
    const { message, details } = response.json()
    return {
      status: response.statusCode,
      message,
      fields: (details ?? []).map(({ field }: { field: string }) => field),
    }
  }
  const product = (values: object) =>
    shop.store.database.updateTable('products').set(values).where('product_id', '=', '101').execute()

  test.each<[string, object, string]>([
    ['a quantity of 0', { items: [{ ...ITEM, quantity: 0 }] }, 'items.0.quantity'],
    ['a negative quantity', { items: [{ ...ITEM, quantity: -1 }] }, 'items.0.quantity'],
    ['a fraction of a bag', { items: [{ ...ITEM, quantity: 1.5 }] }, 'items.0.quantity'],
    ['a quantity of 11', { items: [{ ...ITEM, quantity: 11 }] }, 'items.0.quantity'],
    ['a quantity of a billion', { items: [{ ...ITEM, quantity: 1e9 }] }, 'items.0.quantity'],
    ['101 lines', { items: Array.from({ length: 101 }, (_, index) => ({ ...ITEM, product_id: `${index}` })) }, 'items'],
    ['a negative price', { items: [{ ...ITEM, price: -79 }] }, 'items.0.price'],
    ['a price as text', { items: [{ ...ITEM, price: '79' }] }, 'items.0.price'],
    ['a state that is Puerto Rico', { address: { ...ADDRESS, state: 'PR' } }, 'address.state'],
    ['a ZIP code 00000', { address: { ...ADDRESS, zipCode: '00000' } }, 'address.zipCode'],
    ['300 emoji in the city', { address: { ...ADDRESS, city: '😀'.repeat(300) } }, 'address.city'],
    ['300 emoji as a name', { customer: { ...CUSTOMER, firstName: '😀'.repeat(300) } }, 'customer.firstName'],
    ['a control character in a name', { customer: { ...CUSTOMER, lastName: 'Love\u0007lace' } }, 'customer.lastName'],
    ['a line break in the phone number', { customer: { ...CUSTOMER, phone: '503\r\n555' } }, 'customer.phone'],
    ['a control character in the second line', { address: { ...ADDRESS, address2: 'APT\u0007' } }, 'address.address2'],
    ['half an emoji in the city', { address: { ...ADDRESS, city: 'PORT\ud83dLAND' } }, 'address.city'],
    ['a noncharacter in a name', { customer: { ...CUSTOMER, firstName: 'Ada\ufffe' } }, 'customer.firstName'],
    ['a noncharacter in the phone number', { customer: { ...CUSTOMER, phone: '503\uffff' } }, 'customer.phone'],
    ['a nonce of 10 KB', { nonce: 'x'.repeat(10_240) }, 'nonce'],
    ['half an emoji as a nonce', { nonce: '\ud800' }, 'nonce'],
    ['a nonce with spaces and tags', { nonce: 'tokencc <b>' }, 'nonce'],
    [
      'a web address as a name',
      { customer: { ...CUSTOMER, firstName: 'you are owed $250. Claim it: https://evil.example/refund' } },
      'customer.firstName',
    ],
    [
      'a web address without its scheme',
      { customer: { ...CUSTOMER, lastName: 'WWW.evil.example' } },
      'customer.lastName',
    ],
    [
      'a web address in the second line',
      { address: { ...ADDRESS, address2: 'CLAIM YOUR REFUND: EVIL.COM/X' } },
      'address.address2',
    ],
    ['a web address as a street', { address: { ...ADDRESS, address1: 'HTTPS://EVIL.EXAMPLE' } }, 'address.address1'],
    ['a path in a name', { customer: { ...CUSTOMER, lastName: 'evil.example/refund' } }, 'customer.lastName'],
    [
      'an email address with two recipients',
      { customer: { ...CUSTOMER, email: 'a@b.example,c@d.example' } },
      'customer.email',
    ],
    [
      'an email address with a line break',
      { customer: { ...CUSTOMER, email: 'ada@mail.example\r\nBcc: eve@mail.example' } },
      'customer.email',
    ],
    ['an email address in brackets', { customer: { ...CUSTOMER, email: '<ada@mail.example>' } }, 'customer.email'],
    ['a ZIP code 00000 of the bill', { billingZip: '00000' }, 'billingZip'],
    ['a day that does not exist', { estimatedDeliveryDate: '2026-02-30' }, 'estimatedDeliveryDate'],
  ])('%s: 400 names the field', async (_what, changes, field) => {
    const { message, ...answer } = await send(changes)
    expect(answer).toEqual({ status: 400, fields: [field] })
    expect(message).toMatch(/^[A-Z].*[.]$|^Please/)
    expect(await state()).toEqual(before)
  })

  test.each<[string, object, object, string]>([
    [
      'a product that was deleted',
      {},
      { items: [{ ...ITEM, product_id: '999999' }] },
      'This product is no longer sold.',
    ],
    ['a draft', { status: 'draft' }, {}, 'This product is no longer sold.'],
    ['a published product without a name', { product_name: '' }, {}, 'This product is no longer sold.'],
    ['a published product with a blank name', { product_name: ' ' }, {}, 'This product is no longer sold.'],
    [
      'eleven of one product in two lines',
      {},
      {
        items: [
          { ...ITEM, quantity: 5 },
          { ...ITEM, quantity: 6 },
        ],
      },
      'At most 10 of Campus Slim Backpack, Blue can be ordered at once.',
    ],
    [
      'a delivery option that is gone',
      {},
      { delivery_type_id: '77' },
      'This delivery option is no longer offered. Please choose another one.',
    ],
    ['a total that was changed', {}, { total: 0.01 }, 'The total was $0.01 and is now $158.00.'],
    [
      'the date of another day',
      {},
      { estimatedDeliveryDate: '2031-01-01' },
      'The estimated delivery date was Jan 1, 2031 and is now ',
    ],
  ])('%s: 409 says what is different', async (_what, values, changes, sentence) => {
    if (Object.keys(values).length > 0) await product(values)
    const { status, message } = await send(changes)
    expect([status, message.slice(0, sentence.length)]).toEqual([409, sentence])
    expect(await state()).toEqual(before)
  })

  test.each(['used', 'expired', "another merchant's", 'made up'])(
    'a nonce that is %s: another card, and nothing is charged',
    async (what) => {
      const nonces: Record<string, () => Promise<string>> = {
        used: async () => {
          const { nonce } = await placed()
          return nonce
        },
        expired: async () => {
          const nonce = await gateway.nonce()
          await gateway.set({ clockAhead: 4 * 60 * 60_000 })
          return nonce
        },
        "another merchant's": () => gateway.nonce({ merchant: 'foreign' }),
        'made up': async () => 'tokencc_none',
      }
      const nonce = (await nonces[what]?.()) ?? ''
      expect(await send({ nonce })).toMatchObject({ status: 402, message: NONCE_OVER })
      expect(await state()).toEqual(before)
    },
  )

  async function placed(): Promise<PlaceOrderBody> {
    const body = await shop.buildBody()
    expect((await shop.place(body)).statusCode).toBe(200)
    return body
  }

  test('no product is without a price, and none of $0.00 is sold at another price', async () => {
    await expect(product({ price_cents: null })).rejects.toThrow(/not.null/i)
    await product({ price_cents: 0 })
    expect(await send({})).toMatchObject({ status: 409, fields: ['items.0.price', 'total'] })
    expect(await state()).toEqual(before)
  })

  onBoth('no two delivery options have one id, and what a page would call the second is none', async () => {
    const { database } = shop.store
    const { position, ...option } = await database
      .selectFrom('delivery_options')
      .selectAll()
      .where('delivery_type_id', '=', '1')
      .executeTakeFirstOrThrow()
    const second = { ...option, delivery_cost_cents: 0, position: position + 100 }
    await expect(database.insertInto('delivery_options').values(second).execute()).rejects.toThrow(/unique/i)
    const [, doubled] = parseDeliveryOptions([1, 1].map((delivery_type_id) => ({ delivery_type_id, delivery_cost: 5 })))
    expect(await send({ delivery_type_id: doubled?.key })).toMatchObject({ status: 409, fields: ['delivery_type_id'] })
    expect(await state()).toEqual(before)
  })

  test('300 emoji in both lines of the address are an order, and the gateway gets no half of one', async () => {
    const address = { ...ADDRESS, address1: '😀'.repeat(300), address2: '😀'.repeat(300) }
    expect((await send({ address })).status).toBe(200)
    const sale = (await gateway.transactions()).at(-1)
    expect(sale?.sent.shipping).toMatchObject({ street_address: '😀'.repeat(127), extended_address: '😀'.repeat(127) })
  })

  test('a name that is a web address is refused in plain words at its field', async () => {
    const response = await shop.place(
      await shop.buildBody({ customer: { ...CUSTOMER, firstName: 'shop.example.com/x' } }),
    )
    expect(response.json().details).toEqual([
      { field: 'customer.firstName', message: 'Please enter a name without a web address.' },
    ])
  })

  test('names of many kinds are orders', async () => {
    const customer = { ...CUSTOMER, firstName: 'Wwen J. R.', lastName: "O’Neil-D'Ávila 李, Jr." }
    expect((await send({ customer })).status).toBe(200)
  })

  onBoth("another shopper's key with one's own cart: 409, and the other order is not shown", async () => {
    const { key } = await placed()
    const answer = await send({ key, customer: { ...CUSTOMER, firstName: 'Eve' } })
    const message = 'This order was already sent with different contents. Please reload the page.'
    expect(answer).toMatchObject({ status: 409, message })
    expect(await state()).toEqual(before)
  })

  onBoth('a bearer that is made up makes no order of an account', async () => {
    const payload = await shop.buildBody()
    const headers = { authorization: 'Bearer made-up' }
    const response = await shop.app.inject({ method: 'POST', url: '/api/placeOrder', payload, headers })
    const orders = await shop.store.database.selectFrom('orders').select('customer_id').execute()
    expect([response.statusCode, orders]).toEqual([200, [{ customer_id: null }]])
  })

  test('an order belongs to the account whose bearer is sent, whatever name and email address are typed', async () => {
    const { signUp } = callsOfOrders(() => shop)
    const [ada, eve] = [await signUp(CUSTOMER.email), await signUp('eve@mail.example')]
    const listOf = async ({ user, token }: Session) => {
      const query = { customerId: user.customer_id }
      return (await shop.call(orderCalls.listOrders, { query }, { token })).map(({ order_id }) => order_id)
    }
    const payload = await shop.buildBody()
    const headers = { authorization: `Bearer ${eve.token}` }
    const response = await shop.app.inject({ method: 'POST', url: '/api/placeOrder', payload, headers })
    expect(await listOf(eve)).toEqual([response.json().order.orderId])
    expect(await listOf(ada)).toEqual([])
  })

  test('a hidden product is ordered by those who know its page', async () => {
    await product({ status: 'hidden' })
    expect((await send({})).status).toBe(200)
  })

  test.each<[string, (one: string, other: string) => string, (number | null)[], string[]]>([
    [
      'one after the other are two orders, and each is answered its own',
      (one, other) => post(one) + post(other),
      [200, 200],
      ['Ada', 'Bea'],
    ],
    ['with too short a length for the first', (one) => post(one, one.length - 9), [400], []],
    [
      'behind two lengths of the first',
      (one, other) => post(one, 0, `content-length: ${one.length}\r\n`) + post(other),
      [400],
      [],
    ],
    [
      'behind a length and chunks',
      (one, other) => post('0\r\n\r\n', one.length, 'transfer-encoding: chunked\r\n') + post(other),
      [400],
      [],
    ],
  ])('two bodies in one connection, %s', async (_what, join, statuses, names) => {
    const [one, other] = [await shop.buildBody(), await shop.buildBody({ customer: { ...CUSTOMER, firstName: 'Bea' } })]
    const received = await exchange(await shop.app.listen({ port: 0, host: '127.0.0.1' }), [one, other], join)
    expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))).toEqual(statuses)
    expect([...received.matchAll(/"firstName":"(\w+)"/g)].map(([, name]) => name)).toEqual(names)
    const orders = await shop.store.database.selectFrom('orders').select('first_name').execute()
    expect(orders.map(({ first_name }) => first_name).sort()).toEqual(names)
  })

  test.each<[string, string, string, number, string]>([
    [
      'a body of 64 KB and a byte',
      'application/json',
      JSON.stringify({ a: 'x'.repeat(64 * 1024 - 7) }),
      413,
      'This is too large to send.',
    ],
    ['a form', 'application/x-www-form-urlencoded', 'key=1&total=158', 415, 'Please send this as JSON.'],
    ['text that is no JSON', 'application/json', '{"key":', 400, CHECK],
    ['an array', 'application/json', '[]', 400, CHECK],
  ])('%s is rejected', async (_what, type, payload, status, message) => {
    before = await state()
    const response = await shop.app.inject({
      method: 'POST',
      url: '/api/placeOrder',
      payload,
      headers: { 'content-type': type },
    })
    expect([response.statusCode, response.json().message]).toEqual([status, message])
    expect(await state()).toEqual(before)
  })
})
