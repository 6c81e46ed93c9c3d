import { createServer, type RequestListener, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { createHoldingProxy } from './holding-proxy.ts'
import { close, listen } from './testing-servers.ts'

const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await close(server)
})

function openServer(server: Server): Promise<number> {
  open.push(server)
  return listen(server)
}

/** A backend that responds with its name and the request. */
const backend = (name: string): Server =>
  createServer(async (request, response) => {
    response.setHeader('x-backend', name)
    response.end(`${name} ${request.method} ${request.url} ${await text(request)}`)
  })

async function openProxy() {
  const { server, moveTo } = createHoldingProxy()
  /** Resolves once this many requests have reached the proxy. */
  const reached = (count: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let left = count
    server.on('request', () => {
      left -= 1
      if (left === 0) resolve()
    })
    return promise
  }
  const address = `http://127.0.0.1:${await openServer(server)}`
  const send = async (path: string, options?: RequestInit) => (await fetch(`${address}${path}`, options)).text()
  return { moveTo, send, reached }
}

test('requests sent before the backend listens are held and then served', async () => {
  const { send, moveTo, reached } = await openProxy()
  const here = reached(2)
  const responses = Promise.all([send('/a?b=1'), send('/c', { method: 'POST', body: 'hello' })])
  await here
  moveTo(await openServer(backend('first')))
  expect(await responses).toEqual(['first GET /a?b=1 ', 'first POST /c hello'])
})

test('no request fails during a restart, and none reaches the old process after its end', async () => {
  const { send, moveTo, reached } = await openProxy()
  const old = backend('old')
  moveTo(await openServer(old))
  expect(await send('/')).toBe('old GET / ')
  await close(old)
  const here = reached(40)
  const responses = Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      send(`/${index}`, index % 2 === 0 ? {} : { method: 'POST', body: String(index) }),
    ),
  )
  await here
  moveTo(await openServer(backend('new')))
  expect(new Set((await responses).map((response) => response.split(' ')[0]))).toEqual(new Set(['new']))
})

test('a GET whose backend ends before the response is repeated on the next one', async () => {
  const { send, moveTo } = await openProxy()
  const { promise: taken, resolve } = Promise.withResolvers<void>()
  const silent: RequestListener = () => resolve()
  const old = createServer(silent)
  moveTo(await openServer(old))
  const response = send('/slow')
  await taken
  await close(old)
  moveTo(await openServer(backend('new')))
  expect(await response).toBe('new GET /slow ')
})

test('a POST whose backend ends before the response is not repeated', async () => {
  const { send, moveTo } = await openProxy()
  const { promise: taken, resolve } = Promise.withResolvers<void>()
  const old = createServer(() => resolve())
  moveTo(await openServer(old))
  const response = send('/write', { method: 'POST', body: 'once' })
  await taken
  await close(old)
  moveTo(await openServer(backend('new')))
  expect(await response).toContain('The backend ended')
})
