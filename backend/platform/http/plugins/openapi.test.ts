import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountEndpoints } from '@shop/contract/accounts/schemas'
import { placingCalls } from '@shop/contract/checkout/calls'
import { delayedOrderEndpoints } from '@shop/contract/delays/schemas'
import { codeTerms } from '@shop/contract/discounts/admin'
import type { CallRequest } from '@shop/contract/http/call'
import type { Endpoint } from '@shop/contract/http/endpoint'
import { ERROR_STATUS } from '@shop/contract/http/errors'
import { payLinkEndpoints } from '@shop/contract/pay-links/schemas'
import { Ruleset, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { readApiDocument } from '../../../../tests/fuzz/api-document.ts'
import { type OpenShop, openPlacingShop } from '../../../../tests/gateway/shops/open-placing-shop.ts'
import { type Gateway, startGateway } from '../../../../tests/gateway/start-gateway.ts'
import { ADMIN_CALLS, SHOP_CALLS } from '../../../../tests/harness/contract-calls.ts'
import {
  type AccountLink,
  deleteLinks,
  findCustomerByEmail,
  insertLink,
} from '../../../accounts/accounts.repository.ts'
import { hashToken } from '../../../accounts/passwords/tokens.ts'
import { openSession } from '../../../accounts/sessions.ts'
import { changeCode, createCode } from '../../../discounts/change-code.ts'
import { insertDelay } from '../../../orders/order-delays.repository.ts'
import { updateOrder } from '../../../orders/orders.repository.ts'
import { insertPayLink } from '../../../orders/pay-links.repository.ts'
import { syncDemoData } from '../../../start/demo-data.ts'
import { placeOrder } from '../../../testing/orders/orders.ts'
import { ENGINES } from '../../../testing/servers/engines.ts'
import { sharedTestShop } from '../../../testing/test-hooks.ts'
import { openTestShop } from '../../../testing/test-shop.ts'
import { inTransaction } from '../../database/database.ts'
import { localDay } from '../../lib/days/local-day.ts'
import { updateShopSettings } from '../../settings/shop-settings.repository.ts'

describe('the API document', () => {
  const shop = sharedTestShop('sqlite')

  test('lists every call of the contract with its example and its errors', async () => {
    const { openapi, paths } = (await shop.app.inject('/api/docs/json')).json()
    expect(openapi).toBe('3.1.0')
    for (const { method, path, errors = [], body } of SHOP_CALLS) {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation?.summary).toBeTruthy()
      expect(operation.responses['200'].content['application/json'].example).toBeDefined()
      if (body) expect(operation.requestBody.content['application/json'].example).toBeDefined()
      for (const code of errors) {
        const status = ERROR_STATUS[code]
        expect(operation.responses).toHaveProperty([413, 415, 500, 503].includes(status) ? 'default' : String(status))
      }
    }
  })

  test("meets every recommended rule of Spectral's ruleset for OpenAPI", async () => {
    const spectral = new Spectral()
    // Examples are checked below: Spectral compiles the schemas anew for each of them, most of its time.
    const rules = { 'oas3-parameter-description': 'warn', 'oas3-valid-media-example': 'off' } as const
    spectral.setRuleset(new Ruleset({ extends: [[oas, 'recommended']], rules }))
    const results = await spectral.run((await shop.app.inject('/api/docs/json')).json())
    expect(results.map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([])
  })

  test('each example is what its schema allows', async () => {
    const document = readApiDocument((await shop.app.inject('/api/docs/json')).json())
    expect(document.wrongExamples()).toEqual([])
  })

  test('lists allowed values and whole numbers, and where a call redirects', async () => {
    const { paths, components } = (await shop.app.inject('/api/docs/json')).json()
    const { stock_quantity } = components.schemas.ListedProduct.properties
    const { reason } = components.schemas.InquiryInput.properties
    expect(reason).toMatchObject({ type: 'string', enum: expect.arrayContaining(['Feedback', 'Complaint']) })
    expect(stock_quantity).toMatchObject({ type: 'integer' })
    const { responses } = paths['/api/productsBySlug'].get
    expect(responses['308']).toMatchObject({ description: expect.any(String), headers: { Location: {} } })
  })

  test('says which calls require a token, and where it is optional', async () => {
    const { paths } = (await shop.app.inject('/api/docs/json')).json()
    expect(paths['/api/orders'].get.security).toEqual([{ token: [] }])
    expect(paths['/api/orderDetail'].get.security).toEqual([{}, { token: [] }])
    expect(paths['/api/products'].get.security).toEqual([])
  })

  test('has named components, all of them used', async () => {
    const { paths, components } = (await shop.app.inject('/api/docs/json')).json()
    const names = Object.keys(components.schemas)
    expect(names).toEqual(
      expect.arrayContaining(['Product', 'Order', 'OrderItem', 'Customer', 'InquiryInput', 'Error']),
    )
    const text = JSON.stringify({ paths, components })
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
  })

  test('every call of the contract has a route', () => {
    for (const { method, path } of [...SHOP_CALLS, ...ADMIN_CALLS]) {
      expect(shop.app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true)
    }
  })

  test('has at most 300 KB, and groups calls by who makes them', async () => {
    const { body } = await shop.app.inject('/api/docs/json')
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(300_000)
    const { tags, paths } = JSON.parse(body)
    const used = Object.values<object>(paths).flatMap((item) => Object.values(item).flatMap((call) => call.tags))
    expect(tags.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining([...new Set(used)]))
    const tagOfCall = (path: string, method: string) => paths[path][method].tags
    expect(tagOfCall('/api/products', 'get')).toEqual(['shopper'])
    expect(tagOfCall('/api/auth/signIn', 'post')).toEqual(['account'])
    expect(tagOfCall('/api/orders', 'get')).toEqual(['account'])
    expect(tagOfCall('/api/admin/orders', 'get')).toEqual(['admin: orders'])
  })

  test('is compressed, and made once whatever the query', async () => {
    const { app, close } = await openTestShop('sqlite', { isNew: true })
    onTestFinished(close)
    const writing = vi.spyOn(JSON, 'stringify')
    const countMade = () => writing.mock.calls.filter(([value]) => value instanceof Object && 'openapi' in value).length
    const ask = (url: string) => app.inject({ url, headers: { 'accept-encoding': 'br' } })
    const { headers, rawPayload } = await ask('/api/docs/json?x=0')
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
    expect(rawPayload.length).toBeLessThan(40_000)
    const made = countMade()
    expect(made).toBeGreaterThan(0)
    // Twice, since a search is cached from its second request.
    for (let number = 0; number < 40; number += 1) {
      const response = await ask(`/api/docs/json?x=${number % 20}`)
      expect(response.headers).toMatchObject({ 'content-encoding': 'br', etag: headers.etag })
    }
    expect(countMade()).toBe(made)
    expect((await app.inject('/api/docs/yaml?x=1')).headers.location).toBe('/api/docs/json')
  })

  test('its page loads nothing from other hosts', async () => {
    const page = await shop.app.inject('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.payload).not.toMatch(/<script(?![^>]*src=)/)
    expect(page.payload).not.toMatch(/(src|href)="https?:/)
  })

  test.each([
    [401, { method: 'GET', url: '/api/orders?customerId=c-1' }],
    [404, { method: 'GET', url: '/images/nothing.jpg' }],
    [413, { method: 'POST', url: '/api/track-visit', payload: { page: 'x'.repeat(70_000) } }],
    [415, { method: 'POST', url: '/api/track-visit', payload: 'x', headers: { 'content-type': 'text/plain' } }],
  ] as const)('its example of an error %i is what the shop responds with', async (status, { url, ...rest }) => {
    const { paths, components } = (await shop.app.inject('/api/docs/json')).json()
    const response = await shop.app.inject({ url, ...rest })
    const path = url.startsWith('/images') ? '/images/{image_file}' : url.replace(/\?.*/, '')
    const { responses } = paths[path][rest.method.toLowerCase()]
    const { $ref } = responses[status] ?? responses.default
    const error = components.responses[$ref.split('/').at(-1)].content['application/json']
    const example = error.example ?? error.examples[status].value
    expect([response.statusCode, { ...response.json(), message: '' }]).toEqual([status, { ...example, message: '' }])
  })
})

const FILE = join(import.meta.dirname, 'example-responses.json')
/** The response of a sign-in, whose customer later calls name. */
const session = z.object({ user: z.object({ customer_id: z.string() }) })

/** Orders are listed before one is placed; the calls of accounts end with the one that closes the account. */
const rankOf = ({ name, tag }: Endpoint) => (tag === 'accounts' ? 2 : Number(name in placingCalls))
const IN_ORDER = SHOP_CALLS.toSorted((one, other) => rankOf(one) - rankOf(other))

const SHOPS = ENGINES.flatMap((engine) => [{ engine, orders: 'open' } as const, { engine, orders: 'paused' } as const])

/** Responses of a shop whose orders are paused. A payment link still works. */
const WHILE_PAUSED: Readonly<Record<string, { error: string }>> = {
  placeOrder: { error: 'orders_paused' },
  checkDiscountCode: { error: 'orders_paused' },
  reportCardFailure: { error: 'orders_paused' },
  // No order was placed.
  getPlacement: { error: 'not_found' },
}

describe.each(SHOPS)("the API document's examples on $engine, with orders $orders", ({ engine, orders: online }) => {
  const shop: OpenShop = Object.create(null)
  let gateway: Gateway
  beforeAll(async () => {
    gateway = await startGateway()
    Object.assign(shop, await openPlacingShop(engine, gateway, {}, { isNew: true }))
    await inTransaction(shop.store.database, (trx) => updateShopSettings(trx, { orders: online }))
    await syncDemoData(shop.store.database, true, new Date('2026-11-21T15:04:05Z'))
  })

  afterAll(async () => {
    await shop.close()
    await gateway.stop()
  })

  /** A card is used once, and the day of delivery follows from today. */
  async function withFreshCard(example: CallRequest): Promise<CallRequest> {
    const { nonce, estimatedDeliveryDate } = await shop.buildBody()
    const body = Object(example.body)
    return { body: { ...body, nonce, ...('estimatedDeliveryDate' in body ? { estimatedDeliveryDate } : {}) } }
  }

  async function request(endpoint: Endpoint, { params = {}, query = {}, body }: CallRequest, token: string) {
    const response = await shop.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/:(\w+)/g, (_, param: string) => String(params[param])),
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: Object(body) }),
    })
    const { error } = response.json()
    const refusal = online === 'open' ? undefined : WHILE_PAUSED[endpoint.name]
    if (refusal !== undefined) expect(error, endpoint.name).toBe(refusal.error)
    else expect(response.statusCode, `${endpoint.name}: ${response.payload}`).toBe(200)
    return refusal ?? response.json()
  }

  /** Some calls end their session, so each gets its own. */
  async function tokenFor({ bearer }: Endpoint): Promise<string> {
    const customer = await findCustomerByEmail(shop.store.database, 'demo@packwright.example')
    if (customer === null || bearer === undefined) return ''
    return openSession(shop.store.database, customer, { now: shop.clock(), device: 'Firefox on Android' })
  }

  async function arrive(orderId: string): Promise<void> {
    const arrived = { order_status: 'delivered', delivered_on: localDay(shop.clock()) } as const
    await inTransaction(shop.store.database, (trx) => updateOrder(trx, orderId, arrived))
  }

  async function addLink(purpose: AccountLink['purpose'], customer_id: string): Promise<void> {
    const now = shop.clock()
    const expires_at = new Date(now.getTime() + 60_000).toISOString()
    const { token } = accountEndpoints.confirmAddress.example.body
    const link = { token_hash: hashToken(token), purpose, customer_id, expires_at, used_at: null }
    await inTransaction(shop.store.database, async (trx) => {
      await deleteLinks(trx, customer_id, 'confirm-address')
      await insertLink(trx, link, now)
    })
  }

  async function addDelay(): Promise<void> {
    const { token } = delayedOrderEndpoints.getDelayedOrder.example.body
    const delay = {
      order_id: '100005',
      number: 1,
      noticed_at: '2026-11-21',
      ship_by: '2026-12-04',
      answer_by: '2026-12-04',
    }
    await inTransaction(shop.store.database, (trx) =>
      insertDelay(trx, {
        ...delay,
        token_hash: hashToken(token),
        expires_at: '2127-01-01',
        agreed_at: null,
        used_at: null,
      }),
    )
  }

  /** An order that is not paid, and the link that the examples name. */
  async function addPayLink(): Promise<void> {
    const items = [{ product_id: '101', product_name: 'Campus', price_cents: 7900, quantity: 2, image_file: null }]
    const unpaid = { order_id: '150001', channel: 'phone', payment: 'unpaid', items } as const
    await placeOrder(shop.store.database, { ...unpaid, tax_cents: 0, delivery_cents: 0 })
    const { token } = payLinkEndpoints.showPayLink.example.body
    const link = { link_id: 'link', token_hash: hashToken(token), order_id: '150001', amount_cents: 15_800 }
    const times = { created_at: '2026-11-21', expires_at: '9999', withdrawn_at: null, withdrawn_mail: null }
    await inTransaction(shop.store.database, (trx) => insertPayLink(trx, { ...link, ...times, mail_id: null }))
  }

  /** The code that the examples name. */
  async function addCode(): Promise<void> {
    const context = { database: shop.store.database, clock: shop.clock, actor: 'owner@shop.example' }
    const terms = codeTerms.parse({ kind: 'percent', value: 10 })
    await createCode(context, { code: 'SUMMER', terms })
    await changeCode(context, { code: 'SUMMER', state: 'on', seen: null })
  }

  /** `vitest run -u` rewrites the file. */
  test('are what the shop responds with', async () => {
    const { signIn } = accountEndpoints
    const { user } = session.parse(await request(signIn, signIn.example, ''))
    const responses: Record<string, unknown> = {}
    for (const endpoint of IN_ORDER) {
      const { name, example = {} } = endpoint
      if (name === 'getDelayedOrder') await addDelay()
      if (name === 'confirmAddress') await addLink('confirm-address', user.customer_id)
      if (name === 'getOrderReturns') await arrive('100002')
      if (name === 'resetPassword') await addLink('reset-password', user.customer_id)
      const orders = name === 'listOrders' ? { query: { customerId: user.customer_id } } : example
      if (name === 'showPayLink') await addPayLink()
      if (name === 'checkDiscountCode') await addCode()
      const isPaid = name === 'placeOrder' || name === 'payByLink'
      const own = isPaid ? await withFreshCard(orders) : orders
      const response: unknown = await request(endpoint, own, await tokenFor(endpoint))
      // One element of a list is enough.
      responses[name] = Array.isArray(response) ? response.slice(0, 1) : response
    }
    const told = withoutRandomValues(responses)
    if (online === 'open') return expect(`${JSON.stringify(told, null, 2)}\n`).toMatchFileSnapshot(FILE)
    expect(told).toEqual({ ...JSON.parse(await readFile(FILE, 'utf8')), ...WHILE_PAUSED })
  })
})

/** Replaces ids, tokens and hashes that differ in each run. */
function withoutRandomValues(responses: unknown): unknown {
  return JSON.parse(JSON.stringify(responses), (key, value) => {
    if (key === 'customer_id') return 'c-1'
    if (key === 'last_day') return '2026-12-06'
    if (key === 'orderDate' || key === 'estimatedDeliveryDate') return '2026-11-21'
    if (key === 'signedInAt') return '2026-11-21T15:04:05.000Z'
    // How many there are depends on the calls before.
    if (key === 'sessions')
      return z
        .array(z.looseObject({ current: z.boolean() }))
        .parse(value)
        .filter(({ current }) => current)
    if (key === 'token') return 'pX3vK9q2mT7hR5wZ8yB1'
    return typeof value === 'string' ? value.replace(/\?v=\w+/g, '?v=0f3a9c1d') : value
  })
}
