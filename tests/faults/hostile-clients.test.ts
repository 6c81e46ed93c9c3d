import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ShopServer, startShop } from '../harness/shop/shop-server.ts'

let server: ShopServer
beforeAll(async () => {
  server = await startShop()
})
afterAll(async () => {
  await server.stop()
})

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A connection on which a test sends exact bytes; `response` polls what was received. */
async function open(): Promise<{ send: (text: string) => void; response: () => string }> {
  const { hostname, port } = new URL(server.address)
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
  sockets.push(socket)
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  // A rejected client may be disconnected; what it received before counts.
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  return { send: (text) => void socket.write(text), response: () => received }
}

async function expectOpen(): Promise<void> {
  expect((await fetch(`${server.address}/shop`)).status).toBe(200)
}

test('clients that send slowly do not delay others', async () => {
  const slow = await Promise.all(Array.from({ length: 200 }, open))
  for (const { send } of slow) send('POST /api/auth/signIn HTTP/1.1\r\nhost: shop\r\ncontent-type: application/js')
  await expectOpen()
  const body = 'on\r\ncontent-length: 1000\r\n\r\n{"loginId":'
  for (const { send } of slow) send(body)
  await expectOpen()
})

test('others are answered while one address holds 5,000 connections of one byte', async () => {
  for (let count = 0; count < 5000; count += 100) {
    const some = await Promise.all(Array.from({ length: 100 }, open))
    for (const { send } of some) send('G')
  }
  await expectOpen()
})

test('a client that never reads its response does not delay others', async () => {
  const deaf = await open()
  for (let i = 0; i < 200; i += 1) deaf.send('GET /shop HTTP/1.1\r\nhost: shop\r\n\r\n')
  await expectOpen()
})

test.each([
  ['a body that is no JSON', 400, '{"loginId": '],
  ['a body of the wrong type', 400, '[1,2,3]'],
  ['no body', 400, ''],
])('%s is refused with %i in the documented form', async (_, status, body) => {
  const response = await fetch(`${server.address}/api/auth/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ success: false, message: expect.any(String) })
  await expectOpen()
})

test('a body of 10 MB is refused with 413 in the documented form, before it is sent', async () => {
  const { send, response } = await open()
  const size = 10 * 1024 * 1024
  send(
    `POST /api/auth/signIn HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
  )
  await expect.poll(response).toMatch(/^HTTP\/1\.1 413 .*\}$/s)
  const [, body = ''] = response().split('\r\n\r\n')
  expect(JSON.parse(body)).toMatchObject({ success: false, message: expect.any(String) })
  await expectOpen()
})

test.each([
  '/images/../../etc/passwd',
  '/images/..%2f..%2fetc%2fpasswd',
  '/images/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/..%5c..%5cpackage.json',
])('no file outside the shop is given for %s', async (path) => {
  const { send, response } = await open()
  send(`GET ${path} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`)
  await expect.poll(response).toMatch(/^HTTP\/1\.1 (400|404) /)
  expect(response()).not.toMatch(/root:|"workspaces"/)
})

test('input that is not HTTP is rejected', async () => {
  const { send, response } = await open()
  send('\x16\x03\x01 hello\r\n\r\n')
  await expect.poll(response).toMatch(/^HTTP\/1\.1 400 /)
  await expectOpen()
})
