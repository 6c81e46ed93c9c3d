import { readFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { contactCalls } from '@shop/contract/contact/calls'
import { createClient } from '@shop/contract/http/client'
import { visitCalls } from '@shop/contract/visits/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bumpCatalogVersion } from '../../backend/platform/database/catalog-version/catalog-version.ts'
import { type Location, openStore } from '../../backend/platform/database/database.ts'
import { createDatabase } from '../../backend/testing/servers/engines.ts'
import { type ShopServer, startShop } from '../harness/shop-server.ts'

const PROCESSES = 2

/** The processes that serve requests. */
async function workersOf({ pid }: ShopServer): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

const METRICS_TOKEN = 'a-token-of-the-tests'

/** A request on a connection of its own, since connections are distributed round robin. */
function callAnew(shop: ShopServer, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    get(`${shop.address}${path}`, { agent: new Agent({ keepAlive: false }), headers }, async (response) => {
      resolve({ status: response.statusCode ?? 0, body: await text(response) })
    }).once('error', reject)
  })
}

const callAll = (shop: ShopServer, path: string) =>
  Promise.all(Array.from({ length: PROCESSES * 2 }, () => callAnew(shop, path)))

/** Each visitor has an address of its own, so that rate limits do not apply. */
function visitor(shop: ShopServer, number: number) {
  const from = { 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` }
  return createClient(shop.address, (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...from } }))
}

async function write(shop: ShopServer, number: number): Promise<void> {
  const call = visitor(shop, number)
  await call(contactCalls.contactUs, {
    body: {
      firstName: 'Kim',
      lastName: 'Visitor',
      email: `kim${number}@example.org`,
      reason: 'Feedback',
      reference: '',
      message: `Message ${number}`,
    },
  })
}

describe.each(['sqlite', 'postgres'] as const)('several processes on one database, on %s', (engine) => {
  let shop: ShopServer
  let location: Location
  let drop = async () => {}

  beforeAll(async () => {
    const database = engine === 'postgres' ? await createDatabase() : null
    if (database !== null) drop = database.drop
    const url = database === null ? {} : { DATABASE_URL: database.url }
    shop = await startShop({ WORKERS: String(PROCESSES), TRUST_PROXY: '127.0.0.1', METRICS_TOKEN, ...url })
    location = { databaseUrl: database?.url ?? null, dataDir: shop.dataDir }
  })
  afterAll(async () => {
    await shop.stop()
    await drop()
  })

  test('the first lines say how many processes there are', () => {
    expect(shop.printed.join('\n')).toMatch(new RegExp(`^The shop is open at .*, ${PROCESSES} processes\\)$`, 'm'))
  })

  test('counts of both processes add up', async () => {
    const visits = 100
    const calls = Array.from({ length: visits }, (_, number) => {
      return visitor(shop, number)(visitCalls.trackVisit, { body: { page: '/about' } })
    })
    await Promise.all(calls)
    const store = await openStore(location)
    const rows = await store.database.selectFrom('visits').selectAll().where('page', '=', '/about').execute()
    await store.close()
    expect(rows.map(({ views }) => views)).toEqual([visits])
  })

  test('a change of stock reaches every process soon, and metrics are aggregated', async () => {
    expect((await callAll(shop, '/api/products/101')).map(({ status }) => status)).not.toContain(404)
    const store = await openStore(location)
    await store.database.transaction().execute(async (trx) => {
      await bumpCatalogVersion(trx)
      await trx.updateTable('products').set({ stock_quantity: 7 }).where('product_id', '=', '101').execute()
    })
    await store.close()
    const stocks = async () => {
      const responses = await callAll(shop, '/api/products/101')
      return new Set(responses.map(({ body }) => JSON.parse(body).stock_quantity))
    }
    await expect.poll(stocks, { interval: 50 }).toEqual(new Set([7]))
    const { status, body } = await callAnew(shop, '/metrics')
    expect(status).toBe(200)
    expect(body).toContain(`shop_processes{state="running"} ${PROCESSES}`)
  })

  test('no acknowledged write is lost when a process is killed, and another is started', async () => {
    const [victim = 0, ...others] = await workersOf(shop)
    expect(others).toHaveLength(PROCESSES - 1)
    const acknowledged: number[] = []
    let next = 0
    let writing = true
    const crowd = Array.from({ length: 12 }, async () => {
      while (writing) {
        const number = next++
        await write(shop, number).then(
          () => acknowledged.push(number),
          () => {},
        )
      }
    })
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(20)
    process.kill(victim, 'SIGKILL')
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before + 20)
    writing = false
    await Promise.all(crowd)
    await expect.poll(async () => (await workersOf(shop)).length).toBe(PROCESSES)
    expect(await workersOf(shop)).not.toContain(victim)
    const store = await openStore(location)
    const messages = await store.database.selectFrom('contact_messages').select('message').execute()
    await store.close()
    const stored = new Set(messages.map(({ message }) => message))
    expect(acknowledged.filter((number) => !stored.has(`Message ${number}`))).toEqual([])
  })

  test('SIGTERM ends all of them', async () => {
    const workers = await workersOf(shop)
    expect(await shop.stop()).toBe(0)
    expect(workers.filter(isRunning)).toEqual([])
  })
})

test('a shop whose first process cannot start logs why and exits', async () => {
  await expect(startShop({ WORKERS: '2', DATABASE_URL: 'postgres://127.0.0.1:9/none' })).rejects.toThrow(
    'does not answer. Start it, or correct DATABASE_URL.',
  )
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
