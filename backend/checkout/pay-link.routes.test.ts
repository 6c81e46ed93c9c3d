import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sendPayLink } from '../orders/pay-links/pay-link.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { openTestShop } from '../testing/test-shop.ts'

test('a shop without keys says so, and charges nothing', async () => {
  const shop = await openTestShop('sqlite')
  await placeOrder(shop.store.database, { channel: 'phone', payment: 'unpaid' })
  const context = { database: shop.store.database, clock: shop.clock, actor: 'owner@shop.example' }
  const open = { ...context, findOpeningProblems: async () => [], publicUrl: () => '' }
  const token = (await sendPayLink(open, { order_id: '100001', version: null })).url.split('=')[1] ?? ''
  const post = (url: string, payload: object) => shop.app.inject({ method: 'POST', url, payload })
  expect((await post('/api/showPayLink', { token })).json()).toMatchObject({ state: 'closed' })
  const body = { token, key: randomUUID(), total: 311.26, billingZip: '97201', nonce: 'nonce' }
  expect((await post('/api/payByLink', body)).statusCode).toBe(503)
  await shop.close()
})
