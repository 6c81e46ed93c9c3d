import { adminEntrance, adminSession } from '@shop/contract/access/session'
import { UPLOAD_PATH } from '@shop/contract/catalog/admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_CALLS } from '../../../tests/harness/contract-calls.ts'
import { signInAs } from '../../testing/admin-visitor.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

const PAGE = '<script nonce="__CSP_NONCE__" src="/admin/assets/a.js"></script>'
const FAKE_ADMIN = { files: null, readPage: async () => PAGE }
const PROXY = '10.0.0.1'

/** The router decodes it. */
const spelledOtherwise = (path: string) => path.replace('admin', '%61dmin')

let shop: TestShop
let trusting: TestShop
beforeAll(async () => {
  shop = await openTestShop('sqlite', { admin: FAKE_ADMIN })
  trusting = await openTestShop('sqlite', { admin: FAKE_ADMIN }, { TRUST_PROXY: PROXY })
})
afterAll(async () => {
  await shop.close()
  await trusting.close()
})

const statusOf = async (url: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  (await shop.app.inject({ url, headers: { accept: 'text/html', ...headers }, remoteAddress })).statusCode

test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'access to the admin: it can be opened on the same machine as %s',
  async (host) => {
    expect(await statusOf('/admin', { host })).toBe(200)
    expect(await statusOf('/admin/inquiries', { host })).toBe(200)
    expect(await statusOf(adminSession.getSession.path, { host })).toBe(401)
  },
)

test.each([
  ['another address', { host: '192.168.1.5:3000' }, '192.168.1.9'],
  ['a name that points at the machine itself', { host: 'attacker.example' }, '127.0.0.1'],
  ['a proxy that is not trusted', { host: 'localhost', 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
  ['a proxy that only claims https', { host: 'localhost', 'x-forwarded-proto': 'https' }, '127.0.0.1'],
  ['a proxy with words of its own', { host: 'localhost', 'x-forwarded-ssl': 'on' }, '127.0.0.1'],
  ['a network in front of the shop', { host: 'localhost', 'cf-connecting-ip': '127.0.0.1' }, '127.0.0.1'],
])('access to the admin without https %s gets a page that says why, and no call', async (_name, headers, address) => {
  const page = await shop.app.inject({
    url: '/admin/orders',
    headers: { accept: 'text/html', ...headers },
    remoteAddress: address,
  })
  expect([page.statusCode, page.headers['content-type']]).toEqual([403, expect.stringContaining('text/html')])
  expect(page.payload).toContain('https only')
  const call = await shop.app.inject({ url: adminSession.getSession.path, headers, remoteAddress: address })
  expect([call.statusCode, call.json().error]).toEqual([403, 'forbidden'])
})

test('access to the admin: over https through a trusted proxy it can be opened from anywhere, with secure cookies', async () => {
  const headers = { host: 'shop.example', 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
  const page = await trusting.app.inject({ url: '/admin', headers, remoteAddress: PROXY })
  expect(page.statusCode).toBe(200)
  const plain = { ...headers, 'x-forwarded-proto': 'http' }
  expect((await trusting.app.inject({ url: '/admin', headers: plain, remoteAddress: PROXY })).statusCode).toBe(403)
  const options = await trusting.app.inject({
    method: 'POST',
    url: '/api/admin/auth/passkey-options',
    headers: { ...headers, origin: 'https://shop.example' },
    remoteAddress: PROXY,
    payload: {},
  })
  expect(options.json()).toMatchObject({ rpId: 'shop.example', userVerification: expect.any(String) })
  expect(options.cookies[0]).toMatchObject({ name: expect.stringMatching(/^__Secure-admin\./), secure: true })
})

test.each(['[', 'a b', 'x:99999', '%', 'shop.example/x', 'user:pw@shop.example'])(
  'access to the admin: a request to the host %j, which is none, is rejected',
  async (host) => {
    const headers = { host: 'shop.example', 'x-forwarded-host': host, 'x-forwarded-proto': 'https' }
    const request = { headers: { ...headers, origin: `https://${host}` }, remoteAddress: PROXY }
    const signIn = {
      ...request,
      method: 'POST',
      url: adminEntrance.signIn.path,
      payload: { email: 'a', password: 'b' },
    } as const
    expect((await trusting.app.inject(signIn)).json()).toMatchObject({ error: 'invalid_request' })
    expect((await trusting.app.inject({ ...request, url: '/admin' })).statusCode).toBe(400)
  },
)

test('access to the admin: each host has passkeys of its own', async () => {
  const hosts = ['shop.example', 'www.shop.example']
  const rpIds: string[] = []
  for (const host of hosts) {
    const headers = { host, 'x-forwarded-proto': 'https' }
    const response = await trusting.app.inject({
      method: 'POST',
      url: adminEntrance.passkeyOptions.path,
      headers: { ...headers, origin: `https://${host}` },
      remoteAddress: PROXY,
      payload: {},
    })
    rpIds.push(response.json().rpId)
  }
  expect(rpIds).toEqual(hosts)
})

test.each([
  ['another site', { origin: 'https://attacker.example' }],
  ['another port', { origin: 'http://localhost:4000' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a page that hides its origin', { 'sec-fetch-site': 'cross-site' }],
  ['a request without an origin', {}],
])('access to the admin: a change from %s is refused', async (_name, headers) => {
  const { method, path } = adminEntrance.signIn
  const response = await shop.app.inject({
    method,
    url: path,
    headers: { host: 'localhost:3000', ...headers },
    payload: { email: 'owner@shop.example', password: 'seams hold' },
  })
  expect([response.statusCode, response.json().error]).toEqual([403, 'forbidden'])
})

test('access to the admin: no change of the admin, nor an upload, is made for another site, also with its cookies', async () => {
  const owner = await signInAs(shop, 'owner')
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const changes = ADMIN_CALLS.filter(({ method }) => method === 'POST')
  const paths = [...changes.map(({ path }) => path.replaceAll(/:\w+/g, '1')), `${UPLOAD_PATH}?name=a.jpg`]
  const headers = { host: 'localhost:3000', origin: 'https://attacker.example', cookie }
  for (const url of [...paths, ...paths.map(spelledOtherwise)]) {
    const response = await shop.app.inject({ method: 'POST', url, headers, payload: {} })
    expect([url, response.statusCode, response.json().message]).toEqual([
      url,
      403,
      'This request came from another site, so nothing was done.',
    ])
  }
})

test('access to the admin: an address that is spelled otherwise opens nothing without https', async () => {
  const headers = { host: 'attacker.example', accept: 'text/html' }
  for (const path of ['/admin', '/admin/orders', adminSession.getSession.path]) {
    const url = spelledOtherwise(path)
    const response = await shop.app.inject({ url, headers })
    expect([url, response.statusCode, response.headers['x-robots-tag']]).toEqual([url, 403, 'noindex, nofollow'])
    expect(response.payload).toContain('https only')
  }
})

test('access to the admin: a page of another site can read nothing, and no CORS header allows it', async () => {
  const headers = { host: 'localhost:3000', origin: 'https://attacker.example' }
  const response = await shop.app.inject({ url: adminSession.getSession.path, headers })
  expect(response.statusCode).toBe(403)
  expect(response.headers).not.toHaveProperty('access-control-allow-origin')
})

test('access to the admin: no answer allows a page of another origin to read it, not even one of PUBLIC_URL', async () => {
  const reads = ADMIN_CALLS.filter(({ method }) => method === 'GET').map(({ path }) => path.replaceAll(/:\w+/g, '1'))
  expect(reads).toContain(adminSession.getSession.path)
  for (const url of [...reads, ...reads.map(spelledOtherwise)]) {
    const { statusCode, headers } = await shop.app.inject({ url, headers: { host: 'localhost:3000' } })
    expect([url, statusCode]).not.toEqual([url, 403])
    expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined])
    expect([url, headers['cross-origin-resource-policy']]).not.toEqual([url, 'cross-origin'])
  }
})

test("access to the admin: its page is neither cached nor indexed, and runs only the shop's own code", async () => {
  const first = await shop.app.inject({ url: '/admin', headers: { host: 'localhost' } })
  const second = await shop.app.inject({ url: '/admin', headers: { host: 'localhost' } })
  expect(first.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })
  const policy = String(first.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain("style-src 'self' 'unsafe-inline'")
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
  expect(first.payload).toContain(`nonce="${nonce}"`)
  expect(second.payload).not.toContain(nonce)
})

test('access to the admin: a file of an earlier build responds 404 instead of the page', async () => {
  const response = await shop.app.inject({ url: '/admin/assets/old.js', headers: { host: 'localhost' } })
  expect(response.statusCode).toBe(404)
})
