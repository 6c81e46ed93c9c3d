import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../harness/servers/haproxy.ts'
import { NGINX, type Nginx, startNginx } from '../harness/servers/nginx.ts'
import { type ShopServer, startShop } from '../harness/shop/shop-server.ts'

const program = findProgram(NGINX)

type NginxResponse = { status: number; body: string; headers: Record<string, string | string[] | undefined> }

describe.skipIf(program === null)(
  'the shop behind the shipped nginx configuration (skipped where nginx is missing)',
  () => {
    let shop: ShopServer
    let nginx: Nginx

    beforeAll(async () => {
      shop = await startShop({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://shop.example' })
      nginx = await startNginx(program ?? '', new URL(shop.address).host)
    })
    afterAll(async () => {
      await nginx?.stop()
      await shop?.kill()
    })

    function call(path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
      const { method = 'GET', headers = {}, body } = options
      return new Promise<NginxResponse>((resolve, reject) => {
        const outgoing = request(
          {
            host: '127.0.0.1',
            port: nginx.port,
            path,
            method,
            headers: { host: 'shop.example', ...headers },
            rejectUnauthorized: false,
            agent: false,
          },
          async (response) =>
            resolve({ status: response.statusCode ?? 0, body: await text(response), headers: response.headers }),
        )
        outgoing.once('error', reject).end(body)
      })
    }
    const message = (from: Record<string, string> = {}) =>
      call('/api/api/contactUs', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...from },
        body: JSON.stringify({
          firstName: 'Ada',
          lastName: 'L',
          email: 'a@b.example',
          reason: 'Feedback',
          message: 'Fine.',
        }),
      })

    test('speaks HTTP/2', async () => {
      const session = connect(`https://127.0.0.1:${nginx.port}`, { rejectUnauthorized: false })
      const stream = session.request({ ':path': '/', 'accept-encoding': 'identity' })
      const status = new Promise((resolve) => stream.once('response', (headers) => resolve(headers[':status'])))
      stream.resume()
      expect(await status).toBe(200)
      session.destroy()
    })

    test('TLS 1.2 has only strong ciphers, the strongest first', async () => {
      const options = { host: '127.0.0.1', port: nginx.port, rejectUnauthorized: false, maxVersion: 'TLSv1.2' } as const
      const cipherOf = (ciphers: string) =>
        new Promise<string | null>((resolve) => {
          const socket = connectTls({ ...options, ciphers })
          socket.once('error', () => resolve(null))
          socket.once('secureConnect', () => {
            resolve(socket.getCipher().name)
            socket.destroy()
          })
        })
      const strongest = 'ECDHE-ECDSA-AES256-GCM-SHA384'
      expect(await cipherOf(`ECDHE-ECDSA-AES128-GCM-SHA256:${strongest}`)).toBe(strongest)
      for (const weak of ['ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-SHA'])
        expect(await cipherOf(weak)).toBeNull()
    })

    test('a page is cached in each encoding, a private response never', async () => {
      await call('/shop', { headers: { 'accept-encoding': 'br' } })
      const brotli = await call('/shop', { headers: { 'accept-encoding': 'gzip, deflate, br' } })
      expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
      expect(['HIT', 'REVALIDATED', 'EXPIRED', 'UPDATING']).toContain(brotli.headers['x-cache-status'])
      expect((await call('/shop')).headers['content-encoding']).toBeUndefined()
      expect(
        (await call('/shop', { headers: { 'accept-encoding': 'br;q=0' } })).headers['content-encoding'],
      ).toBeUndefined()
      const etag = String(brotli.headers.etag)
      const unchanged = await call('/shop', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } })
      expect(unchanged.status).toBe(304)
      for (let round = 0; round < 2; round += 1) {
        const bySlug = await call('/api/productsBySlug?slug=campus-slim-blue')
        expect(bySlug.status).toBe(200)
        expect(bySlug.headers).toMatchObject({ 'cache-control': 'no-store' })
        expect(bySlug.headers['x-cache-status']).toBeUndefined()
        const signedIn = await call('/api/products', { headers: { authorization: 'Bearer anything' } })
        expect(signedIn.headers['x-cache-status']).toBe('BYPASS')
      }
    })

    test('visitors are rate limited by their real address, whatever header they send', async () => {
      const statuses: number[] = []
      for (let number = 1; number <= 9; number += 1)
        statuses.push((await message({ 'x-forwarded-for': `198.51.100.${number}` })).status)
      expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429])
    })

    test("the shop's name comes from the address, whatever header a visitor sends", async () => {
      const headers = { origin: 'https://shop.example', 'x-forwarded-host': 'elsewhere.example' }
      // No one is signed in; a host that is not that of the Origin would be 403.
      expect((await call('/api/admin/session', { headers })).status).toBe(401)
    })

    test('the id of a request comes from nginx or a proxy in front of it', async () => {
      expect((await call('/shop')).headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
      const given = await call('/api/api/delivery-options', { headers: { 'x-request-id': 'from-the-cdn-42' } })
      expect(given.headers['x-request-id']).toBe('from-the-cdn-42')
    })

    test.each(['/healthz', '/readyz', '/metrics', '/.git/config'])('%s is not for visitors', async (path) => {
      expect((await call(path)).status).toBe(404)
    })

    test('a body that is too large is rejected', async () => {
      const body = 'x'.repeat(70_000)
      const response = await call('/api/api/contactUs', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect(response.status).toBe(413)
    })

    /** The answer to a body of 60 MB while its first megabyte comes in, or before. */
    function announce(path: string, first: Buffer): Promise<number | undefined> {
      return new Promise((resolve, reject) => {
        const upload = request({
          ...{ host: '127.0.0.1', port: nginx.port, method: 'POST', path },
          headers: {
            ...{ host: 'shop.example', origin: 'https://shop.example', 'content-length': 60_000_000 },
            'content-type': 'application/octet-stream',
          },
          ...{ rejectUnauthorized: false, agent: false },
        })
        upload.once('error', reject).once('response', (response) => {
          resolve(response.statusCode)
          upload.destroy()
        })
        upload.flushHeaders()
        if (first.length > 0) upload.write(first)
      })
    }

    test('a body of the admin is refused before it has come in', async () => {
      const headers = { origin: 'https://shop.example', 'content-type': 'application/json' }
      const calls = await call('/api/admin/orders/1/refunds', { method: 'POST', headers, body: 'x'.repeat(70_000) })
      expect(calls.status).toBe(413)
      // The shop would say so, too, but of a body that nginx has stored.
      expect(await announce('/api/admin/orders/1/refunds', Buffer.alloc(0))).toBe(413)
      expect(await announce('/api/admin/media?name=a.mp4', Buffer.alloc(1_000_000))).toBe(401)
    })

    test('an address has eight uploads on their way, others go on', async () => {
      // Reads no body and answers none, as a shop that waits for the rest of a video.
      const waiting = createServer((incoming, response) => {
        if (incoming.method === 'GET') response.end('page')
      }).listen(0, '127.0.0.1')
      await once(waiting, 'listening')
      const address = waiting.address()
      const front = await startNginx(program ?? '', `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
      onTestFinished(async () => {
        await front.stop()
        waiting.closeAllConnections()
        waiting.close()
      })
      const ask = (method: string, path: string, localAddress = '127.0.0.1') =>
        request({
          ...{
            host: '127.0.0.1',
            port: front.port,
            localAddress,
            method,
            path,
            rejectUnauthorized: false,
            agent: false,
          },
          headers: { host: 'shop.example', ...(method === 'POST' ? { 'content-length': 1_000_000 } : {}) },
        })
      const statusOf = (outgoing: ReturnType<typeof ask>) =>
        new Promise<number | undefined>((resolve, reject) => {
          outgoing.once('error', reject).once('response', (response) => resolve(response.resume().statusCode))
          outgoing.flushHeaders()
        })
      const upload = async (from?: string) => {
        const arrived = once(waiting, 'request')
        const outgoing = ask('POST', '/api/admin/media?name=a.mp4', from)
        const refused = statusOf(outgoing).catch(() => undefined)
        return { outgoing, status: await Promise.race([refused, arrived.then(() => 'taken')]) }
      }
      const taken: Awaited<ReturnType<typeof upload>>[] = []
      for (let number = 0; number < 8; number += 1) taken.push(await upload())
      expect(taken.map(({ status }) => status)).toEqual(Array(8).fill('taken'))
      expect((await upload()).status).toBe(429)
      expect((await upload('127.0.0.2')).status).toBe('taken')
      expect(await statusOf(ask('GET', '/shop').end())).toBe(200)
      taken[0]?.outgoing.on('error', () => {}).destroy()
      await expect.poll(async () => (await upload()).status).toBe('taken')
    })

    test.each([
      '/about?x=1',
      '/about?x=2&y',
      '/%61bout',
      '/About',
      '/./about',
      '/shop?x=1',
      '/api/docs/json?x=1',
      '/images/placeholder.png?x=1',
      '/images/hybrid-full-blue-quarter.jpg?v=00000000',
    ])('nothing of %s is stored, which any text could be added to', async (path) => {
      for (let round = 0; round < 2; round += 1) {
        const { headers } = await call(path)
        expect(['MISS', undefined]).toContain(headers['x-cache-status'])
      }
    })

    test.each(['/', '/cart', '/product/101', '/api/api/state-tax-rate/CA', '/shop?q=blue&sort=name', '/api/docs/json'])(
      '%s is stored',
      async (path) => {
        await call(path)
        expect((await call(path)).headers['x-cache-status']).toMatch(/HIT|REVALIDATED|EXPIRED|UPDATING/)
      },
    )

    test('without any node cached pages are served, and no log contains names, searches, tokens or the key of an order', async () => {
      const page = await call('/product/101')
      const products = await call('/api/products')
      await call('/api/orderDetail?orderId=17&firstName=Secretname&lastName=L&email=a@b.example')
      await shop.kill()
      const later = await call('/product/101')
      expect(later).toMatchObject({ status: 200, body: page.body })
      expect(later.headers['x-cache-status']).toMatch(/STALE|HIT|UPDATING/)
      expect(await call('/api/products')).toMatchObject({ status: 200, body: products.body })
      await expect.poll(async () => (await call('/product/101')).headers['x-cache-status']).toBe('STALE')
      expect(await call('/about')).toMatchObject({ status: 503, body: expect.stringContaining('Back in a moment') })
      for (const path of ['/api/orderDetail', '/api/orderReturns', '/tell-me', '/return-label']) {
        await call(`${path}?orderId=17&firstName=Secretname&lastName=L&email=a@b.example`)
      }
      await call('/api/placeOrder/0b9f2f64-6d1c-4c55-9d0e-9a3f2f1f7c11')
      await call('/api/admin/orders?filter=all&q=Secretname')
      await expect.poll(nginx.logged).toContain('/api/admin/orders')
      expect(await nginx.logged()).not.toMatch(/Secretname|b\.example|0b9f2f64/)
    })
  },
)
