import { createServer, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../backend/testing/servers/engines.ts'
import { OWNERS_SHOP, startShop } from '../harness/shop/shop-server.ts'

test('after SIGTERM running requests finish, and the shop exits', async () => {
  const server = await startShop({}, { program: OWNERS_SHOP })
  onTestFinished(async () => void (await server.stop()))
  const body = JSON.stringify({ loginId: 'demo@packwright.example', password: 'backpack40' })
  const running = request(`${server.address}/api/auth/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  const received = new Promise<{ status: number; body: string }>((resolve, reject) => {
    running.once('error', reject)
    running.once('response', async (response) =>
      resolve({ status: response.statusCode ?? 0, body: await text(response) }),
    )
  })
  running.write(body.slice(0, 10))
  // The shop has received the request once it responds to a later one.
  await fetch(`${server.address}/api/products`)
  const ended = server.stop()
  await expect.poll(() => fetch(server.address).catch(() => 'refused')).toBe('refused')
  running.end(body.slice(10))
  expect(await received).toMatchObject({ status: 200, body: expect.stringContaining('"token"') })
  expect(await ended).toBe(0)
})

test('a shop whose port is taken logs that and exits before it opens PostgreSQL', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const database = await createDatabase()
  onTestFinished(async () => {
    await database.drop()
    await new Promise((resolve) => other.close(resolve))
  })
  const address = other.address()
  const PORT = String(address !== null && typeof address === 'object' ? address.port : 0)
  const start = startShop({ PORT, DATABASE_URL: database.url }, { program: OWNERS_SHOP })
  await expect(start).rejects.toThrow(`port ${PORT} is in use by another program`)
})

test('a shop behind a balancer reports that it is draining, still serves requests, and then exits', async () => {
  const server = await startShop({ DRAIN_SECONDS: '4' })
  onTestFinished(async () => void (await server.stop()))
  const ready = () => fetch(`${server.address}/readyz`).then(({ status }) => status)
  expect(await ready()).toBe(200)
  const ended = server.stop()
  await expect.poll(ready).toBe(503)
  expect((await fetch(`${server.address}/shop`)).status).toBe(200)
  expect(await ended).toBe(0)
})
