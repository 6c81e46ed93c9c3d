import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { errorBody } from '@shop/contract/http/endpoint'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { sharedTestShop } from '../../../testing/test-hooks.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { AppError } from './app-error.ts'
import { errorResponse, wantsPage } from './error-response.ts'

const BROWSER = 'accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8\r\n'
const LONG = 'x'.repeat(9 * 1024)
const ENDLESS = 'x'.repeat(33 * 1024)

const shop = sharedTestShop('sqlite')
beforeAll(async () => {
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
})

/** The response to exactly these bytes. */
async function sendRaw(bytes: string): Promise<{ status: number; headers: Headers; body: string }> {
  const { port } = z.parse(z.object({ port: z.number() }), shop.app.server.address())
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body }
}

describe.each([
  ['a header that breaks off', 'GET / HTTP/1.1\r\nhost: shop\r\nbroken header\r\n', 400],
  ['an address without end', `GET /shop?q=${ENDLESS} HTTP/1.1\r\nhost: shop\r\n`, 431],
  ['a long address', `GET /shop?q=${LONG} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n`, 414],
  ['no host', 'GET /shop HTTP/1.1\r\nconnection: close\r\n', 400],
])('%s', (_, head, status) => {
  test('is sent to a person as a page', async () => {
    const response = await sendRaw(`${head.replace('\r\n', `\r\n${BROWSER}`)}\r\n`)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.body).toMatch(/<h1[^>]*>That did not work<\/h1>/)
    expectSecurityHeaders(response.headers)
  })

  test('is sent to a program as documented', async () => {
    const call = head.replace(/\/(shop)?(?=[ ?])/, '/api/products').replace('\r\n', '\r\naccept: application/json\r\n')
    const response = await sendRaw(`${call}\r\n`)
    expect(response.status).toBe(status)
    expect(z.parse(errorBody, JSON.parse(response.body)).success).toBe(false)
    expectSecurityHeaders(response.headers)
  })
})

function expectSecurityHeaders(headers: Headers): void {
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-powered-by')).toBeNull()
}

test('an error page escapes what a restored archive may hold', () => {
  const texts = { name: '<b>Bags</b>', supportEmail: '"><b>a@b.example' }
  const { body } = errorResponse(new AppError('not_found', '<b>Nothing</b>'), { ...shop.app.shop(), ...texts })
  expect(body).not.toContain('<b>')
  expect(body.match(/&lt;b&gt;/g)).toHaveLength(5)
})

test('input that is not HTTP gets a response, and is not logged', async () => {
  const response = await sendRaw('\x16\x03\x01 secret-words\r\n\r\n')
  expect(response.status).toBe(400)
  expectSecurityHeaders(response.headers)
  expect(shop.logged()).toContain('"status":400')
  expect(shop.logged()).not.toContain('secret-words')
})

test('an unknown expectation is ignored', async () => {
  const response = await sendRaw(
    'GET /api/products HTTP/1.1\r\nhost: shop\r\nexpect: miracles\r\nconnection: close\r\n\r\n',
  )
  expect(response.status).toBe(200)
})

test('the response to an unparsable address has the security headers too', async () => {
  const response = await shop.app.inject('/api/products/%E0%A4%A')
  expect(response.json()).toMatchObject({ success: false, error: 'invalid_request' })
  expectSecurityHeaders(new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])))
})

test.each([
  ['/shop', 'text/html,*/*', true],
  ['/apiary', 'text/html', true],
  ['/shop', 'application/json', false],
  ['/shop', '*/*', false],
  ['/shop', undefined, false],
  ['/api/products', 'text/html', false],
  ['/images/a.jpg?w=1', 'text/html', false],
  [undefined, undefined, false],
])('%s with accept %s gets a page: %s', (url, accept, page) => {
  expect(wantsPage({ url, accept })).toBe(page)
})

describe('a shop that cannot keep up', () => {
  let busy: TestShop
  beforeAll(async () => {
    // Any delay counts as too much.
    busy = await openTestShop('sqlite', { maxDelay: Number.MIN_VALUE })
    const status = async () => (await busy.app.inject('/api/products')).statusCode
    await vi.waitFor(async () => expect(await status()).toBe(503), { timeout: 30_000 })
  })
  afterAll(() => busy.close())

  test.each([
    ['a person', '/shop', 'text/html,*/*', 'text/html; charset=utf-8'],
    ['a program', '/api/products', '*/*', 'application/json; charset=utf-8'],
  ])('sends %s an error in their format', async (_, url, accept, type) => {
    const response = await busy.app.inject({ url, headers: { accept } })
    expect(response.statusCode).toBe(503)
    expect(response.headers).toMatchObject({ 'content-type': type, 'retry-after': '5' })
    expect(response.payload).toContain(type.startsWith('text/html') ? 'Back in a moment' : '"error":"unavailable"')
    expectSecurityHeaders(new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)])))
  })
})
