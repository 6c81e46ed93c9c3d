import { once } from 'node:events'
import { type Agent, Agent as HttpAgent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { UPLOAD_PATH } from '@shop/contract/catalog/admin'
import { contactCalls } from '@shop/contract/contact/calls'
import { pino } from 'pino'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { signInAs } from '../../testing/admin-visitor.ts'
import { buildVideo } from '../../testing/test-catalog.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { type ConnectionLimits, createHttpServer } from './http-server.ts'
import { createResponseCache } from './response-cache/response-cache.ts'

const CRLF = Buffer.from('\r\n')

let shop: TestShop
const opened: TestShop[] = []
const sockets: Socket[] = []
const agents: Agent[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const agent of agents.splice(0)) agent.destroy()
  for (const one of opened.splice(0)) await one.close()
})

async function openShop(connections: ConnectionLimits): Promise<number> {
  shop = await openTestShop('sqlite', { connections })
  opened.push(shop)
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  return z.parse(z.object({ port: z.number() }), shop.app.server.address()).port
}

function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  return once(socket, 'connect').then(() => socket)
}

function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    shop.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

/** The connections as the shop has them, from now on and in order. */
function acceptedSockets(): Socket[] {
  const accepted: Socket[] = []
  shop.app.server.on('connection', (socket: Socket) => accepted.push(socket))
  return accepted
}

/** The status of a request on a keep-alive connection. */
async function statusOf(port: number): Promise<number | undefined> {
  const agent = new HttpAgent({ keepAlive: true })
  agents.push(agent)
  const sent = request({ port, host: '127.0.0.1', path: '/api/products', agent }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

test('clients that do not read are disconnected and logged', async () => {
  const port = await openShop({ idle: 60_000, max: 100, pipelined: 1000, body: 30_000 })
  const accepted = acceptedSockets()
  const calls = 'GET /api/products HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(500)
  const readers = await Promise.all(Array.from({ length: 20 }, () => open(port)))
  for (const reader of readers) {
    reader.pause()
    reader.write(calls)
  }
  await expect.poll(() => accepted.filter(({ writableLength }) => writableLength > 0)).toHaveLength(20)
  for (const socket of accepted) {
    expect(socket.timeout).toBe(60_000)
    // The minute is over at once.
    socket.setTimeout(1)
  }
  await expect.poll(connections).toBe(0)
  expect(shop.logged()).toContain('a client did not read its response')
})

test('connections over the limit are rejected, and the others are served', async () => {
  const port = await openShop({ idle: 60_000, max: 3, pipelined: 10, body: 30_000 })
  const waiting = await Promise.all(Array.from({ length: 3 }, () => open(port)))
  for (const socket of waiting) socket.write('GET /api/products HTTP/1.1\r\nhost: shop\r\n')
  await expect.poll(connections).toBe(3)
  const late = await open(port)
  await once(late.resume(), 'close')
  // The oldest has made room.
  const last = waiting.at(-1)
  last?.write('connection: close\r\n\r\n')
  expect(String((await once(last ?? late, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  expect(shop.logged()).toContain('too many connections')
})

test.each([
  ['send a byte', async () => 'G', (socket: Socket) => socket.bytesRead > 0],
  [
    'send half a body',
    async () =>
      `POST ${contactCalls.contactUs.path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
    (socket: Socket) => socket.bytesRead > 0,
  ],
  [
    'read nothing of a video',
    async () => `GET ${await addVideo(20_000_000)} HTTP/1.1\r\nhost: shop\r\n\r\n`,
    (socket: Socket) => socket.writableLength > 0,
  ],
])('connections that %s, however many, keep no one out', async (_, send, waitsForClient) => {
  const port = await openShop({ idle: 60_000, max: 8, pipelined: 10, body: 30_000 })
  const sent = await send()
  const accepted = acceptedSockets()
  for (let count = 0; count < 20; count += 1) {
    const socket = await open(port)
    socket.pause().write(sent)
    await expect.poll(() => accepted.slice(count).some(waitsForClient)).toBe(true)
  }
  await expect.poll(connections).toBeLessThan(8)
  expect(await statusOf(port)).toBe(200)
  expect(await statusOf(port)).toBe(200)
})

/** The address of a video of the shop. */
async function addVideo(bytes: number): Promise<string> {
  const owner = await signInAs(shop, 'owner')
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { host: 'localhost', origin: 'http://localhost', 'content-type': 'application/octet-stream', cookie }
  const payload = buildVideo(bytes)
  const added = await shop.app.inject({ method: 'POST', url: `${UPLOAD_PATH}?name=bag.mp4`, headers, payload })
  return added.json().image_url
}

test('a header of more than 1,000 characters is not read', async () => {
  const port = await openShop({ idle: 60_000, max: 100, pipelined: 10, body: 30_000 })
  const encodingFor = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted }
    const [response] = await once(
      request({ port, host: '127.0.0.1', path: '/api/products', headers }).end(),
      'response',
    )
    response.resume()
    return response.headers['content-encoding']
  }
  // The first is answered by Fastify, the second by the cache.
  for (let visit = 0; visit < 2; visit += 1) {
    expect(await encodingFor(`br,${'x'.repeat(997)}`)).toBe('br')
    expect(await encodingFor(`br,${' '.repeat(31_000)}x`)).toBeUndefined()
  }
})

test('idle connections are closed for new ones', async () => {
  const port = await openShop({ idle: 60_000, max: 3, pipelined: 10, body: 30_000 })
  for (let visitor = 0; visitor < 3; visitor += 1) expect(await statusOf(port)).toBe(200)
  expect(await connections()).toBe(3)
  await expect.poll(() => statusOf(port).catch(() => 'turned away')).toBe(200)
})

test.each(['/api/products', '/images/placeholder.png'])(
  'a connection that pipelines too many requests for %s is closed',
  async (path) => {
    const port = await openShop({ idle: 60_000, max: 100, pipelined: 10, body: 30_000 })
    expect(await statusOf(port)).toBe(200)
    const greedy = await open(port)
    const closed = once(greedy.resume(), 'close')
    greedy.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`.repeat(1000))
    await closed
    expect(shop.logged().split('"route":"/images').length).toBeLessThan(100)
    expect(shop.logged()).toContain('pipelined too many requests')
  },
)

test('a client that disconnects before the response causes no error', async () => {
  const port = await openShop({ idle: 60_000, max: 100, pipelined: 10, body: 30_000 })
  // While the request is being handled.
  shop.app.server.on('request', ({ socket }) => socket.destroy())
  const visitor = await open(port)
  visitor.resume().write('GET /images/placeholder.png HTTP/1.1\r\nhost: shop\r\n\r\n')
  await once(visitor, 'close')
  await shop.app.inject('/images/placeholder.png')
  await expect.poll(() => shop.logged()).toContain('"route":"/images/:image_file"')
  expect(shop.logged()).not.toContain('request failed')
})

test('a client that disconnects amid its body causes no error', async () => {
  const port = await openShop({ idle: 60_000, max: 100, pipelined: 10, body: 30_000 })
  const isReading = once(shop.app.server, 'request')
  const visitor = await open(port)
  visitor.write(
    'POST /api/contactUs HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  )
  const [request] = await isReading
  visitor.destroy()
  await new Promise((resolve) => request.once('close', resolve))
  await expect.poll(() => shop.logged()).toContain('a client left during its request')
  expect(shop.logged()).not.toContain('request failed')
})

test('the requests that a connection sends at once are handled one by one', async () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const server = createHttpServer(
    ({ url = '' }, response) => {
      begun.push(url)
      ends.set(url, () => response.end())
    },
    {
      responseCache: createResponseCache({ version: () => 1, clock: () => new Date() }),
      limits: { idle: 60_000, max: 100, pipelined: 10, body: 30_000 },
      log: () => pino({ level: 'silent' }),
    },
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = z.parse(z.object({ port: z.number() }), server.address())
  const paths = ['/1', '/2', '/3']
  const socket = await open(port)
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`).join(''))
  for (const [index, path] of paths.entries()) {
    await expect.poll(() => begun).toContain(path)
    expect(begun).toEqual(paths.slice(0, index + 1))
    ends.get(path)?.()
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
  }
})

test('a few pipelined requests, and any number of sequential ones, are served on one connection', async () => {
  const port = await openShop({ idle: 60_000, max: 100, pipelined: 3, body: 30_000 })
  const socket = await open(port)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk
  })
  const responses = () => received.split('HTTP/1.1 404 ').length - 1
  for (let round = 1; round <= 10; round += 1) {
    socket.write('GET /api/nothing HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(3))
    await expect.poll(responses).toBe(3 * round)
  }
})

test('a video over a slow line arrives, while other bodies as slow, also those of strangers, are rejected', async () => {
  const port = await openShop({ idle: 60_000, max: 100, pipelined: 10, body: 30_000 })
  const owner = await signInAs(shop, 'owner')
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const video = await buildVideo(10_000)
  const half = Math.floor(video.length / 2)
  const send = async (path: string, type: string, headers: string) => {
    const socket = await open(port)
    const lines = [
      'host: localhost',
      'origin: http://localhost',
      `content-type: ${type}`,
      `content-length: ${video.length}`,
    ]
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n${headers}\r\n`)
    socket.write(video.subarray(0, half))
    return socket
  }
  const upload = `${UPLOAD_PATH}?name=bag.mp4`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let received = 0
  shop.app.server.on('request', () => {
    received += 1
  })
  const slow = await send(upload, 'application/octet-stream', `cookie: ${cookie}\r\n`)
  const form = await send('/api/contactUs', 'application/json', '')
  const stranger = await send(upload, 'application/octet-stream', '')
  // By then the one of the video has no limit any longer.
  await expect.poll(() => [received, vi.getTimerCount()]).toEqual([3, 2])
  vi.advanceTimersByTime(30_000)
  const [responses] = await Promise.all([text(form), text(stranger)])
  expect(responses).toMatch(/^HTTP\/1\.1 408 /)
  slow.write(video.subarray(half))
  expect(String((await once(slow, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['its length', 'content-length: 61000000', (chunk: Buffer) => chunk],
  [
    'no length',
    'transfer-encoding: chunked',
    (chunk: Buffer) => Buffer.concat([Buffer.from('f4240\r\n'), chunk, CRLF]),
  ],
])('a video over 60 MB sent with %s gets a sentence, and its connection stays usable', async (_, header, frame) => {
  const port = await openShop({ idle: 60_000, max: 100, pipelined: 10, body: 30_000 })
  const owner = await signInAs(shop, 'owner')
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = await open(port)
  const lines = ['host: localhost', 'origin: http://localhost', 'content-type: application/octet-stream', header]
  socket.write(`POST ${UPLOAD_PATH}?name=long.mp4 HTTP/1.1\r\n${lines.join('\r\n')}\r\ncookie: ${cookie}\r\n\r\n`)
  const megabyte = frame(buildVideo(1_000_000))
  for (let sent = 0; sent < 61; sent += 1) if (!socket.write(megabyte)) await once(socket, 'drain')
  if (header.startsWith('transfer-encoding')) socket.write('0\r\n\r\n')
  socket.write('GET /api/nothing HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  const [, response = '', next = ''] = (await text(socket)).split('HTTP/1.1 ')
  expect(response).toMatch(/^413 .*larger than 60 MB\. Please make it shorter or smaller\./s)
  expect(next).toMatch(/^404 /)
  expect(await shop.store.database.selectFrom('media').select('name').where('name', 'like', 'long%').execute()).toEqual(
    [],
  )
})

/** Everything that is received until the connection is closed. */
async function text(socket: Socket): Promise<string> {
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  return received
}

test.each([
  ['its length', 'content-type: application/json\r\ncontent-length: 10485760', 413],
  ['no length', 'content-type: application/json\r\ntransfer-encoding: chunked', 413],
  ['another type', 'content-type: text/csv\r\ncontent-length: 10485760', 415],
])(
  'a client that reads only after it has sent 10 MB with %s is told why they are refused',
  async (_, headers, status) => {
    const port = await openShop({ idle: 60_000, max: 100, pipelined: 10, body: 30_000 })
    const socket = await open(port)
    socket.pause().write(`POST /api/contact HTTP/1.1\r\nhost: shop\r\n${headers}\r\n\r\n`)
    const isChunked = headers.includes('chunked')
    const megabyte = Buffer.alloc(1024 * 1024, 'a')
    const part = isChunked ? Buffer.concat([Buffer.from('100000\r\n'), megabyte, CRLF]) : megabyte
    for (let sent = 0; sent < 10; sent += 1) await new Promise((resolve) => socket.write(part, resolve))
    socket.end(isChunked ? '0\r\n\r\n' : '')
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  },
)
