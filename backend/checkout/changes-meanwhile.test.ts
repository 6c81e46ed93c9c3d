import { adminCatalog } from '@shop/contract/catalog/admin'
import { MINUTE_MS } from '@shop/contract/durations'
import { requestPath } from '@shop/contract/http/call'
import { adminOrderImports } from '@shop/contract/orders/import'
import pLimit from 'p-limit'
import { describe, expect } from 'vitest'
import { uncounted } from '../../tests/gateway/shops/open-placing-shop.ts'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { KEYS } from '../../tests/gateway/start-gateway.ts'
import { takeStock } from '../catalog/stock.repository.ts'
import { createPayments } from '../payments/create-payments.ts'
import { DUPLICATE_REASON, type Payments } from '../payments/gateway/payments.ts'
import { insertOperation } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { settleDueOperations } from '../settlement/payment-worker.ts'
import { signInAs } from '../testing/admin-visitor.ts'
import { callsOfOrders } from '../testing/orders/order-calls.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { untilWaiting } from '../testing/servers/until-waiting.ts'
import { testsOn } from '../testing/tests-on.ts'
import { placeOrder } from './place-order.ts'

const SALE = 'POST .*/transactions'
const OTHER_KEYS = {
  wrong: { ...KEYS, privateKey: 'wrong' },
  "another merchant's": {
    ...KEYS,
    merchantId: 'foreign',
    publicKey: 'foreign-public',
    privateKey: 'foreign-private',
  },
}

describe.each(BOTH_ENGINES)('what changes while orders are placed on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const gateway = sharedGateway()
  const shop = eachPlacingShop(engine, gateway, 1000)
  const rows = (table: 'orders' | 'placements' | 'payments' | 'payment_operations') =>
    shop.store.database.selectFrom(table).selectAll().execute()
  const saleOf = async (reference: string) => (await gateway.transactions([reference]))[0]

  test('a payment that the gateway takes for a repetition is looked up, and the family is told', async () => {
    const { payments } = shop.worker
    const authorize: Payments['authorize'] = async (request) => {
      await payments.authorize(request)
      return { outcome: 'unknown', cause: DUPLICATE_REASON }
    }
    const context = {
      ...shop.worker,
      payments: { ...payments, authorize },
      wait: async () => {},
      inTurn: pLimit(1),
      rateLimiter: uncounted,
    }
    const media = { urlOf: async () => '/bag.webp' }
    const caller = { customer_id: null, client: '127.0.0.1', address: '127.0.0.1', isGone: () => false }
    const body = await shop.buildBody()
    expect(await placeOrder({ ...context, media }, body, caller)).toMatchObject({ status: 'checking' })
    const [placement] = await shop.store.database.selectFrom('placements').selectAll().execute()
    expect(await shop.store.database.selectFrom('outbox').selectAll().execute()).toMatchObject([
      { kind: 'payment-alert', text: expect.stringContaining(`treated payment ${placement?.reference} as a repeat`) },
    ])
    expect(shop.logged()).toContain('took a payment for a repetition')
    await settleDueOperations(shop.worker)
    expect(await rows('orders')).toHaveLength(1)
  })

  onBoth(
    'orders are paused amid a hundred placements: each is an order or is told so, and nothing is left over',
    async () => {
      const before = (await gateway.transactions()).length
      await gateway.fail({ match: SALE, delay: 50, times: 100 })
      const bodies = await Promise.all(
        Array.from({ length: 100 }, (_, index) => {
          const email = `ada${index}@mail.example`
          return shop.buildBody({ customer: { firstName: 'Ada', lastName: 'Lovelace', email, phone: '' } })
        }),
      )
      const sent = bodies.map((payload, index) =>
        shop.app.inject({ method: 'POST', url: '/api/placeOrder', payload, remoteAddress: `10.0.0.${index}` }),
      )
      await Promise.race(sent)
      await inTransaction(shop.store.database, (trx) => updateShopSettings(trx, { orders: 'paused' }))
      const answers = await Promise.all(sent)
      const placed = answers.filter(({ statusCode }) => statusCode === 200).length
      const told = answers.filter(
        (answer) => answer.statusCode === 409 && answer.json().error === 'orders_paused',
      ).length
      expect(placed + told).toBe(100)
      expect([placed > 0, told > 0]).toEqual([true, true])
      expect(await rows('orders')).toHaveLength(placed)
      expect(await gateway.transactions()).toHaveLength(before + placed)
      expect((await rows('placements')).map(({ state }) => state)).toEqual(Array(placed).fill('placed'))
      const stock = shop.store.database.selectFrom('products').select('stock_quantity').where('product_id', '=', '101')
      expect(await stock.executeTakeFirstOrThrow()).toEqual({ stock_quantity: 1000 - 2 * placed })
    },
  )

  onBoth('an account that is closed while its payment is checked leaves the order, as that of a guest', async () => {
    const { token } = await callsOfOrders(() => shop).signUp('ada@mail.example')
    const headers = { authorization: `Bearer ${token}` }
    await gateway.fail({ match: SALE, answer: 'cut' })
    const payload = await shop.buildBody()
    const sent = await shop.app.inject({ method: 'POST', url: '/api/placeOrder', payload, headers })
    const body = { password: 'backpack40' }
    const closed = await shop.app.inject({ method: 'POST', url: '/api/account/close', payload: body, headers })
    expect([sent.statusCode, closed.statusCode]).toEqual([202, 200])
    await settleDueOperations(shop.worker)
    expect(await rows('orders')).toMatchObject([{ email: 'ada@mail.example', customer_id: null }])
  })

  onBoth('an import cannot take the number of an order whose payment is checked', async () => {
    const owner = await signInAs(shop, 'owner')
    await gateway.fail({ match: SALE, answer: 'cut' })
    const { number } = (await shop.place(await shop.buildBody())).json()
    const columns = ['order_id', 'order_date', 'full_name', 'email', 'product_name', 'price', 'quantity']
    const cells = [number, '2025-10-31', 'Ada Byron', 'ada@shop.example', 'Campus', '79.50', '1']
    const sheet = {
      text: [columns, cells].map((row) => row.join()).join('\n'),
      columns: Object.fromEntries(columns.map((name, index) => [name, index])),
    }
    const refused = await owner.call(adminOrderImports.importOrders, sheet)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('is the number of an order whose payment is being checked'),
    ])
    await settleDueOperations(shop.worker)
    expect(await rows('orders')).toMatchObject([{ order_id: number, email: 'ada@mail.example' }])
  })

  test('a product is not deleted while the payment of an order of it is checked, and can be once that failed', async () => {
    const owner = await signInAs(shop, 'owner')
    const path = requestPath(adminCatalog.deleteProduct.path, { product_id: '101' }, {})
    const remove = async () => {
      const response = await owner.call({ method: 'POST', path })
      return [response.statusCode, response.json().message]
    }
    await gateway.fail({ match: SALE, answer: 'cut', commit: false })
    expect((await shop.place(await shop.buildBody())).statusCode).toBe(202)
    expect(await remove()).toEqual([
      409,
      '"Campus Slim Backpack, Blue" is in an order whose payment is being checked. Please try again in ten minutes.',
    ])
    shop.passTime(11 * MINUTE_MS)
    await settleDueOperations(shop.worker)
    expect(await remove()).toEqual([200, undefined])
  })

  onBoth('of a product that is deleted and ordered at the same time one of the two is refused', async () => {
    const owner = await signInAs(shop, 'owner')
    const path = requestPath(adminCatalog.deleteProduct.path, { product_id: '101' }, {})
    const [placed, removed] = await Promise.all([
      shop.place(await shop.buildBody()),
      owner.call({ method: 'POST', path }),
    ])
    expect([placed.statusCode, removed.statusCode].sort()).toEqual([200, 409])
  })

  onBoth('a product is not deleted while someone is buying it: the deletion waits, and is refused', async () => {
    const { database } = shop.store
    const owner = await signInAs(shop, 'owner')
    const path = requestPath(adminCatalog.deleteProduct.path, { product_id: '101' }, {})
    await gateway.fail({ match: SALE, answer: 'cut' })
    await shop.place(await shop.buildBody())
    const [{ draft = null } = {}] = await rows('placements')
    await database.updateTable('placements').set({ draft: null }).execute()
    const [removing] = await inTransaction(database, async (trx) => {
      await takeStock(trx, [{ product_id: '101', quantity: 1 }], { notForSale: 'short' })
      await trx.updateTable('placements').set({ draft }).execute()
      const removed = owner.call({ method: 'POST', path })
      await untilWaiting(shop.store, removed)
      // In a list, since a promise would be waited for within the transaction.
      return [removed]
    })
    expect((await removing).statusCode).toBe(409)
    const product = database.selectFrom('products').select('product_id').where('product_id', '=', '101')
    expect(await product.execute()).toHaveLength(1)
  })

  test('an answer about an older payment is not taken for that of the order, which is looked up', async () => {
    await shop.place(await shop.buildBody())
    const [older] = await gateway.transactions([(await rows('placements'))[0]?.reference ?? ''])
    const fields = { id: older?.id, status: 'authorized', type: 'sale', 'currency-iso-code': 'USD', amount: '158.00' }
    const all = { ...fields, 'created-at': '2026-11-24T00:00:00Z', 'order-id': older?.orderId }
    const xml = Object.entries(all).map(([name, value]) => `<${name}>${value}</${name}>`)
    await gateway.fail({ match: SALE, answer: { status: 201, body: `<transaction>${xml.join('')}</transaction>` } })
    const { key } = await shop.buildBody()
    expect((await shop.place(await shop.buildBody({ key }))).statusCode).toBe(202)
    await settleDueOperations(shop.worker)
    expect((await shop.app.inject(`/api/placeOrder/${key}`)).json()).toMatchObject({ status: 'placed' })
    const ids = (await rows('payments')).map(({ gateway_id }) => gateway_id)
    expect(new Set(ids).size).toBe(2)
    for (const { reference, gateway_id } of await rows('payments'))
      expect((await saleOf(reference))?.id).toBe(gateway_id)
  })

  test.each(Object.entries(OTHER_KEYS))(
    'keys are exchanged for those that are %s while payments are open: the old keys settle them',
    async (_what, keys) => {
      await shop.place(await shop.buildBody())
      const [payment] = await rows('payments')
      const reference = payment?.reference ?? ''
      const now = shop.clock()
      const capture = {
        provider: 'braintree',
        reference,
        kind: 'capture',
        amount_cents: 15_800,
        state: 'due',
        now,
      } as const
      await inTransaction(shop.store.database, (trx) => insertOperation(trx, capture))
      await gateway.fail({ match: SALE, answer: 'cut' })
      const { key } = await shop.buildBody()
      expect((await shop.place(await shop.buildBody({ key }))).statusCode).toBe(202)
      const other = { ...shop.worker, payments: createPayments({ gateways: [keys] }, () => {}) }
      await settleDueOperations(other)
      expect((await saleOf(reference))?.status).toBe('authorized')
      expect((await shop.app.inject(`/api/placeOrder/${key}`)).statusCode).toBe(202)
      shop.passTime(2 * MINUTE_MS)
      await settleDueOperations(shop.worker)
      expect((await saleOf(reference))?.status).toBe('submitted_for_settlement')
      expect((await shop.app.inject(`/api/placeOrder/${key}`)).json()).toMatchObject({ status: 'placed' })
    },
  )
})
