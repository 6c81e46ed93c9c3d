import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import fc from 'fast-check'
import { afterEach, describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { SHOP_CALLS } from '../../tests/harness/contract-calls.ts'
import { accountCalls } from '../accounts/calls.ts'
import { catalogCalls, InvalidProductError } from '../catalog/calls.ts'
import { contactCalls } from '../contact/calls.ts'
import { orderCalls } from '../orders/calls.ts'
import { get, post } from './call.ts'
import { type Client, createClient } from './client.ts'
import { CallError } from './errors.ts'

let stop: (() => Promise<void>) | null = null

afterEach(async () => {
  await stop?.()
  stop = null
})

/** Starts a server on a free port and returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** Responds with the request it received. */
const mirror: RequestListener = async (request, response) => {
  const { method, url, headers } = request
  response.end(JSON.stringify({ method, url, headers, body: await textOf(request) }))
}

const seen = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
type Parts = { params: { kind: string; thing: string }; query: { q?: string | undefined; limit?: number } }
const PATH = '/api/things/:kind/of/:thing'
const parse = (body: unknown) => seen.parse(body)
const readThings = get<z.infer<typeof seen>, Parts>(PATH, parse)
const writeThing = post<z.infer<typeof seen>, Parts & { body: { text: string } }>(PATH, parse, { bearer: 'optional' })

/** The error that a call rejects with. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error: unknown) => error,
  )
}

it('the client encodes path parameters', async () => {
  const call = createClient(await serve(mirror), fetch)
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => !/^\.\.?$/.test(value))
  await fc.assert(
    fc.asyncProperty(text, text, async (kind, thing) => {
      const { url } = await call(readThings, { params: { kind, thing }, query: {} })
      expect(url.split('/').map(decodeURIComponent)).toEqual(['', 'api', 'things', kind, 'of', thing])
    }),
    { numRuns: 40 },
  )
})

it('the client appends the query without undefined values', async () => {
  const call = createClient(await serve(mirror), fetch)
  const params = { kind: 'a', thing: 'b' }
  const { url } = await call(readThings, { params, query: { q: 'blue & grey #1', limit: 5 } })
  expect(new URL(url, 'http://shop.example').searchParams).toEqual(
    new URLSearchParams({ q: 'blue & grey #1', limit: '5' }),
  )
  expect((await call(readThings, { params, query: {} })).url).toBe('/api/things/a/of/b')
})

it('the client accepts JSON, and sends body and token only if given', async () => {
  const call = createClient(await serve(mirror), fetch)
  const { method, headers, body } = await call(readThings, { params: { kind: 'a', thing: 'b' }, query: {} })
  expect({ method, body }).toEqual({ method: 'GET', body: '' })
  expect(headers.accept).toBe('application/json')
  expect(headers).not.toHaveProperty('authorization')
  expect(headers).not.toHaveProperty('content-type')
})

it('the client sends the body as JSON and the token as bearer', async () => {
  const call = createClient(await serve(mirror), fetch)
  const request = { params: { kind: 'a', thing: 'b' }, query: {}, body: { text: 'Größe "L"' } }
  const { method, headers, body } = await call(writeThing, request, { token: 't0ken' })
  expect(method).toBe('POST')
  expect(headers.authorization).toBe('Bearer t0ken')
  expect(headers['content-type']).toBe('application/json')
  expect(JSON.parse(body)).toEqual({ text: 'Größe "L"' })
  expect((await call(writeThing, request, { token: null })).headers).not.toHaveProperty('authorization')
})

describe('what the client parses', () => {
  const respondWith = (status: number, body: string, headers: Record<string, string> = {}): RequestListener => {
    return (_, response) => response.writeHead(status, headers).end(body)
  }

  it('parses the response with the endpoint', async () => {
    const base = await serve(respondWith(200, '[{"order_id":17,"order_date":"2026-11-21"},{}]'))
    const orders = await createClient(base, fetch)(orderCalls.listOrders, { query: { customerId: '7' } })
    expect(orders).toEqual([{ order_id: '17', order_date: '2026-11-21' }])
  })

  it('an error has status, message and seconds to wait (R4)', async () => {
    const body = JSON.stringify({ success: false, error: 'rate_limited', message: 'Please wait a minute.' })
    const base = await serve(respondWith(429, body, { 'retry-after': '60' }))
    const error = await errorOf(createClient(base, fetch)(catalogCalls.listProducts, {}))
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ kind: 'status', status: 429, serverMessage: 'Please wait a minute.', retryAfter: 60 })
  })

  it.each([
    ['<h1>Bad gateway</h1>', {}],
    ['', { 'retry-after': 'Sat, 21 Nov 2026 12:00:00 GMT' }],
    ['{"message":{"deep":true}}', { 'retry-after': '' }],
  ])('an error response with the body %o has no message', async (body, headers) => {
    const base = await serve(respondWith(502, body, headers))
    const error = await errorOf(createClient(base, fetch)(catalogCalls.listProducts, {}))
    expect(error).toMatchObject({ kind: 'status', status: 502, serverMessage: null, retryAfter: null })
  })

  it('no response at all is a network failure', async () => {
    const base = await serve((request) => request.socket.destroy())
    const error = await errorOf(createClient(base, fetch)(catalogCalls.listProducts, {}))
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ kind: 'network', status: 0, serverMessage: null, retryAfter: null })
  })

  it('a truncated response is a network failure, not a malformed product (R6)', async () => {
    const base = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"product_id":', () => response.destroy())
    })
    const error = await errorOf(createClient(base, fetch)(catalogCalls.getProduct, { params: { product_id: '1' } }))
    expect(error).toMatchObject({ name: 'CallError', kind: 'network', status: 0 })
  })

  it('an aborted call rejects as aborted, not as failed', async () => {
    const base = await serve(() => {})
    const controller = new AbortController()
    const call = errorOf(createClient(base, fetch)(catalogCalls.listProducts, {}, { signal: controller.signal }))
    controller.abort()
    expect(await call).toMatchObject({ name: 'AbortError' })
  })

  it.each(['<html>Hello</html>', '', '{"products":[]}'])(
    'the unparsable response %o is a parse error',
    async (body) => {
      const base = await serve(respondWith(200, body))
      const error = await errorOf(createClient(base, fetch)(catalogCalls.listProducts, {}))
      expect(error).toBeInstanceOf(CallError)
      expect(error).toMatchObject({ kind: 'parse', status: 200, serverMessage: null })
    },
  )

  it('a malformed product keeps its own error (R6)', async () => {
    const call = createClient(await serve(respondWith(200, '<html>Hello</html>')), fetch)
    const error = await errorOf(call(catalogCalls.getProduct, { params: { product_id: '1' } }))
    expect(error).toBeInstanceOf(InvalidProductError)
    expect(error).toMatchObject({ message: 'Invalid product data format' })
  })

  it('an empty body means not found where the endpoint says so', async () => {
    const call = createClient(await serve(respondWith(200, '')), fetch)
    const query = { orderId: '17', firstName: 'Ana', lastName: 'Ruiz', email: 'ana@shopper.example' }
    expect(await call(orderCalls.findOrder, { query })).toBeNull()
  })

  it('a contact response without success is not a failed call (R32)', async () => {
    const call = createClient(await serve(respondWith(200, '{"success":false}')), fetch)
    const body = {
      firstName: 'Ana',
      lastName: 'Ruiz',
      email: 'ana@shopper.example',
      reason: 'Feedback',
      message: 'Hello',
    } as const
    expect(await call(contactCalls.contactUs, { body })).toBe(false)
  })
})

describe('an error that comes with 200 (R45)', () => {
  const person = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@shopper.example' }
  const cancellation = {
    ...person,
    orderId: 17,
    cancellationReason: 'Shipping Issues' as const,
    cancellationJustification: 'Too late.',
    itemsToCancel: [1],
  }
  const calls = [
    (call: Client) => call(accountCalls.signIn, { body: { loginId: person.email, password: 'wrong' } }),
    (call: Client) => call(accountCalls.signUp, { body: { ...person, loginId: person.email, password: 'backpack40' } }),
    (call: Client) => call(orderCalls.cancelOrder, { body: cancellation }),
  ]
  const session = { user: { customer_id: 7, ...person }, token: 't0ken' }
  const respondWith = (body: unknown): RequestListener => {
    return (_, response) => response.writeHead(200).end(JSON.stringify(body))
  }

  it.each([
    [{ ...session, success: false, message: 'This account is locked.' }, 'This account is locked.'],
    [{ success: false, error: 'Out of order' }, 'Out of order'],
    [{ success: 'false' }, null],
    [{ success: 0 }, null],
    [{ ...session, error: 'Wrong password' }, 'Wrong password'],
    [{ error: { code: 17 }, message: 'Wrong password' }, 'Wrong password'],
  ])('%j is an error of sign-in, sign-up and cancellation', async (body, shown) => {
    const client = createClient(await serve(respondWith(body)), fetch)
    for (const call of calls)
      expect(await errorOf(call(client))).toMatchObject({
        name: 'CallError',
        kind: 'status',
        status: 200,
        serverMessage: shown,
      })
  })

  it.each([null, false, 0, ''])('the error field %j is not an error', async (error) => {
    const client = createClient(await serve(respondWith({ ...session, error })), fetch)
    for (const call of calls) expect(await errorOf(call(client))).toBeNull()
  })
})

test('the calls of section 7 have exactly its paths, doubled api segments included (R1)', () => {
  const paths = SHOP_CALLS.map(({ method, path }) => `${method} ${path}`)
  expect(paths).toEqual(
    expect.arrayContaining([
      'GET /api/api/bt/client_token',
      'GET /api/api/delivery-options',
      'GET /api/api/state-tax-rate/:state',
      'GET /api/orderDetail',
      'GET /api/orders',
      'GET /api/products',
      'GET /api/products/:product_id',
      'GET /api/productsBySlug',
      'POST /api/api/contactUs',
      'POST /api/auth/signIn',
      'POST /api/auth/signUp',
      'POST /api/cancelOrder',
      'POST /api/track-visit',
    ]),
  )
})
