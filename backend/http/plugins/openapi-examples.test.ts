import { join } from 'node:path'
import { accountEndpoints } from '@shop/contract/accounts.schemas'
import type { CallRequest } from '@shop/contract/call'
import type { Endpoint } from '@shop/contract/endpoint'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SHOP_CALLS } from '../../../tests/harness/contract-calls.ts'
import { type AccountLink, deleteLinks, findCustomerByEmail, insertLink } from '../../accounts/accounts.repository.ts'
import { hashToken } from '../../accounts/passwords/tokens.ts'
import { openSession } from '../../accounts/sessions.ts'
import { inTransaction } from '../../database/database.ts'
import { syncDemoData } from '../../process/demo-data.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'

const FILE = join(import.meta.dirname, 'example-responses.json')
/** The response of a sign-in, whose customer later calls name. */
const session = z.object({ user: z.object({ customer_id: z.string() }) })

/** The calls of accounts end with the one that closes the account. */
const ACCOUNTS_LAST = SHOP_CALLS.toSorted((a, b) => Number(a.tag === 'accounts') - Number(b.tag === 'accounts'))

describe("the API document's examples", () => {
  const shop = sharedTestShop('sqlite')
  beforeAll(async () => {
    await syncDemoData(shop.store.database, true, new Date('2026-11-21T15:04:05Z'))
  })

  async function request(endpoint: Endpoint, { params = {}, query = {}, body }: CallRequest, token: string) {
    const response = await shop.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/:(\w+)/g, (_, param: string) => String(params[param])),
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: Object(body) }),
    })
    expect(response.statusCode, `${endpoint.name}: ${response.payload}`).toBe(200)
    return response.json()
  }

  /** Some calls end their session, so each gets its own. */
  async function tokenFor({ bearer }: Endpoint): Promise<string> {
    const customer = await findCustomerByEmail(shop.store.database, 'demo@packwright.example')
    if (customer === null || bearer === undefined) return ''
    return openSession(shop.store.database, customer, { now: shop.clock(), device: 'Firefox on Android' })
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

  /** `vitest run -u` rewrites the file. */
  test('are what the shop responds with', async () => {
    const { signIn } = accountEndpoints
    const { user } = session.parse(await request(signIn, signIn.example, ''))
    const responses: Record<string, unknown> = {}
    for (const endpoint of ACCOUNTS_LAST) {
      const { name, example = {} } = endpoint
      if (name === 'confirmAddress') await addLink('confirm-address', user.customer_id)
      if (name === 'resetPassword') await addLink('reset-password', user.customer_id)
      const own = name === 'listOrders' ? { query: { customerId: user.customer_id } } : example
      const response: unknown = await request(endpoint, own, await tokenFor(endpoint))
      // One element of a list is enough.
      responses[name] = Array.isArray(response) ? response.slice(0, 1) : response
    }
    await expect(`${JSON.stringify(withoutRandomValues(responses), null, 2)}\n`).toMatchFileSnapshot(FILE)
  })

  test.each([
    [401, { method: 'GET', url: '/api/orders?customerId=c-1' }],
    [404, { method: 'GET', url: '/images/nothing.jpg' }],
    [413, { method: 'POST', url: '/api/track-visit', payload: { page: 'x'.repeat(70_000) } }],
    [415, { method: 'POST', url: '/api/track-visit', payload: 'x', headers: { 'content-type': 'text/plain' } }],
  ] as const)('of an error %i is what the shop responds with', async (status, { url, ...rest }) => {
    const { paths } = (await shop.app.inject('/api/docs/json')).json()
    const response = await shop.app.inject({ url, ...rest })
    const path = url.startsWith('/images') ? '/images/{image_file}' : url.replace(/\?.*/, '')
    const { example } = paths[path][rest.method.toLowerCase()].responses[status].content['application/json']
    expect([response.statusCode, { ...response.json(), message: '' }]).toEqual([status, { ...example, message: '' }])
  })
})

/** Replaces ids, tokens and hashes that differ in each run. */
function withoutRandomValues(responses: unknown): unknown {
  return JSON.parse(JSON.stringify(responses), (key, value) => {
    if (key === 'customer_id') return 'c-1'
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
