import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openStore } from '../platform/database/database.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { createDatabase } from '../testing/servers/engines.ts'
import { openDatabaseProxy, type TcpProxy } from '../testing/servers/tcp-proxy.ts'
import { closeShop } from './close-shop.ts'

/** Longer than any test, so only shutdown ends what is waiting. */
const ENDLESS = { acquire: 600_000, connect: 600_000, query: 600_000, statement: 600_000 }
/** Timeouts of the steps that are not under test, in milliseconds. */
const CONCURRENCY = 50
const IN_TIME = 600_000

let database: Awaited<ReturnType<typeof createDatabase>>
let proxy: TcpProxy
let databaseUrl: string
beforeEach(async () => {
  database = await createDatabase()
  ;({ proxy, url: databaseUrl } = await openDatabaseProxy(database.url))
})
afterEach(async () => {
  await proxy.close()
  await database.drop()
})

async function openShop() {
  const settings = readSettings({ DATABASE_URL: databaseUrl, DEMO: 'off' })
  const store = await openStore(settings, { timeouts: ENDLESS })
  const app = await buildApp({ settings, store, storefront: null, maxDelay: 60_000 })
  return { store, app, address: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

test('requests that wait for an unresponsive database get 503, and the shop exits', async () => {
  const { store, app, address } = await openShop()
  proxy.silence()
  let received = 0
  app.server.on('request', () => {
    received += 1
  })
  // More than there are database connections: some have sent a query, others wait for a connection.
  const responses = Array.from({ length: 15 }, (_, id) => fetch(`${address}/api/products/${id}`))
  await expect.poll(() => received).toBe(responses.length)
  const closed = closeShop({ app, store, workers: [] }, { finish: CONCURRENCY, respond: IN_TIME })
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([503]))
  await closed
})

test('a worker that waits for an unresponsive database does not delay shutdown', async () => {
  const { store, app } = await openShop()
  proxy.silence()
  const query = store.database
    .selectFrom('products')
    .selectAll()
    .execute()
    .catch(() => [])
  await nextTurn()
  await closeShop(
    { app, store, workers: [{ close: async () => void (await query) }] },
    { finish: CONCURRENCY, respond: IN_TIME },
  )
})

test('a client that does not read its response does not delay shutdown', async () => {
  const { store, app, address } = await openShop()
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const gone = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  // An incomplete request: the server waits for the rest.
  socket.write(
    'POST /api/auth/signIn HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  )
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(1)
  await closeShop({ app, store, workers: [] }, { finish: CONCURRENCY, respond: CONCURRENCY })
  await gone
})
