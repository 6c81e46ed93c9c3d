import { contactCalls } from '@shop/contract/contact/calls'
import { createClient } from '@shop/contract/http/client'
import { visitCalls } from '@shop/contract/visits/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bumpCatalogVersion } from '../../backend/platform/database/catalog-version/catalog-version.ts'
import { openStore } from '../../backend/platform/database/database.ts'
import { createDatabase } from '../../backend/testing/servers/engines.ts'
import { type ShopServer, startShop } from '../harness/shop/shop-server.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let nodes: readonly [ShopServer, ShopServer]

const start = () => startShop({ DATABASE_URL: database.url, TRUST_PROXY: '127.0.0.1' })

beforeAll(async () => {
  database = await createDatabase()
  nodes = [await start(), await start()]
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await database.drop()
})

const openDatabase = () => openStore({ databaseUrl: database.url, dataDir: '' })

/** Each visitor has an address of its own, to stay below the rate limits. Of two visitors each node serves one. */
function visitor(number: number) {
  const from = { 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` }
  const { address } = nodes[number % 2 === 0 ? 0 : 1]
  return createClient(address, (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...from } }))
}

async function write(number: number): Promise<void> {
  await visitor(number)(contactCalls.contactUs, {
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

test('counts of two nodes on one database add up', async () => {
  const visits = 100
  await Promise.all(
    Array.from({ length: visits }, (_, number) => visitor(number)(visitCalls.trackVisit, { body: { page: '/about' } })),
  )
  const store = await openDatabase()
  const rows = await store.database.selectFrom('visits').selectAll().where('page', '=', '/about').execute()
  await store.close()
  expect(rows.map(({ views }) => views)).toEqual([visits])
})

test('a change of stock reaches both nodes soon', async () => {
  const stockOn = async ({ address }: ShopServer) => {
    const response = await fetch(`${address}/api/products/101`)
    return (await response.json()).stock_quantity
  }
  for (const node of nodes) expect(await stockOn(node)).not.toBe(7)
  const store = await openDatabase()
  await store.database.transaction().execute(async (trx) => {
    await bumpCatalogVersion(trx)
    await trx.updateTable('products').set({ stock_quantity: 7 }).where('product_id', '=', '101').execute()
  })
  await store.close()
  await expect.poll(() => Promise.all(nodes.map(stockOn)), { interval: 50 }).toEqual([7, 7])
})

test('no acknowledged write is lost when a node is killed, and the other goes on', async () => {
  const acknowledged: number[] = []
  let next = 0
  let writing = true
  const crowd = Array.from({ length: 12 }, async () => {
    while (writing) {
      const number = next++
      await write(number).then(
        () => acknowledged.push(number),
        () => {},
      )
    }
  })
  const both = () => [0, 1].map((node) => acknowledged.filter((number) => number % 2 === node).length)
  await expect.poll(() => Math.min(...both()), { interval: 5 }).toBeGreaterThan(20)
  await nodes[1].kill()
  const before = acknowledged.length
  await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before + 20)
  writing = false
  await Promise.all(crowd)
  const store = await openDatabase()
  const messages = await store.database.selectFrom('contact_messages').select('message').execute()
  await store.close()
  const stored = new Set(messages.map(({ message }) => message))
  expect(acknowledged.filter((number) => !stored.has(`Message ${number}`))).toEqual([])
})

test('a node with another secret of the admin ends at once, and says what to set', async () => {
  const other = { DATABASE_URL: database.url, ADMIN_SECRET: 'another secret of 32 characters!' }
  await expect(startShop(other)).rejects.toThrow('Set ADMIN_SECRET')
})
