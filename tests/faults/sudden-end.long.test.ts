import { signUpEndpoint } from '@shop/contract/accounts'
import { createClient } from '@shop/contract/client'
import { contactUsEndpoint } from '@shop/contract/contact'
import { cancelOrderEndpoint, findOrderEndpoint } from '@shop/contract/orders'
import { afterEach, expect, test } from 'vitest'
import { openStore } from '../../backend/database/database.ts'
import { type ShopServer, startShop } from '../harness/shop-server.ts'

/** Each visitor has an address of its own, so that rate limits do not apply. */
function visitor(server: ShopServer, number: number) {
  const from = { 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` }
  return createClient(server.address, (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...from } }))
}

const person = (number: number) => ({ firstName: 'Kim', lastName: 'Visitor', email: `kim${number}@example.org` })

async function signUp(server: ShopServer, number: number): Promise<unknown> {
  const { email, ...names } = person(number)
  return visitor(server, number)(signUpEndpoint, { body: { ...names, email, loginId: email, password: 'backpack40' } })
}

async function write(server: ShopServer, number: number): Promise<unknown> {
  const body = { ...person(number), reason: 'Feedback' as const, reference: '', message: `Message ${number}` }
  return visitor(server, number)(contactUsEndpoint, { body })
}

let server: ShopServer | null = null
afterEach(async () => {
  await server?.stop()
  server = null
})

test('kill -9 at any moment loses no acknowledged sign-up, message or cancellation', async () => {
  const first = await startShop({ TRUST_PROXY: '127.0.0.1' })
  server = first
  const acknowledged: number[] = []
  // Two visitors at a time, repeatedly, until the shop is killed.
  const crowd = [0, 1].map(async (start) => {
    for (let number = start; ; number += 2) {
      try {
        await Promise.all([signUp(first, number), write(first, number)])
        acknowledged.push(number)
      } catch {
        return
      }
    }
  })
  await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(5)
  const guest = { firstName: 'Guest', lastName: 'Shopper', email: 'guest@packwright.example', orderId: '100005' }
  const call = visitor(first, 60_000)
  const before = await call(findOrderEndpoint, { query: guest })
  const item = before?.items[0]?.order_item_id ?? ''
  const reason = { cancellationReason: 'Changed My Mind' as const, cancellationJustification: 'Found one at home.' }
  await call(cancelOrderEndpoint, { body: { ...guest, ...reason, orderDetails: {}, itemsToCancel: [item] } })
  await first.kill()
  await Promise.all(crowd)

  const second = await startShop({ TRUST_PROXY: '127.0.0.1' }, { dataDir: first.dataDir })
  server = second
  const order = await visitor(second, 60_001)(findOrderEndpoint, { query: guest })
  expect(order?.items.find(({ order_item_id }) => order_item_id === item)?.cancellation_status).toBe('cancelled')
  const store = await openStore({ databaseUrl: null, dataDir: second.dataDir })
  const customers = await store.database.selectFrom('customers').select('email').execute()
  const messages = await store.database.selectFrom('contact_messages').select('message').execute()
  await store.close()
  const emails = new Set(customers.map(({ email }) => email))
  const texts = new Set(messages.map(({ message }) => message))
  expect(acknowledged.filter((number) => !emails.has(person(number).email))).toEqual([])
  expect(acknowledged.filter((number) => !texts.has(`Message ${number}`))).toEqual([])
})
