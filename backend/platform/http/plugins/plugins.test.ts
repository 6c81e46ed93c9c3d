import { expect, test } from 'vitest'
import { openTestShop } from '../../../testing/test-shop.ts'
import { hasNullByte } from './request-guards.ts'

test('a NUL is found at any depth', () => {
  const deep = JSON.parse(`${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`)
  expect(hasNullByte(deep)).toBe(true)
  expect(hasNullByte({ 'a\0': 1 })).toBe(true)
  expect(hasNullByte([{ a: 'b', c: [null, 1, true] }])).toBe(false)
})

test('a request with a NUL in its address or body is refused: no engine stores one as it is', async () => {
  const shop = await openTestShop('sqlite')
  const named = await shop.app.inject('/api/productsBySlug?slug=a%00')
  const tracked = await shop.app.inject({ method: 'POST', url: '/api/track-visit', payload: { page: '/shop\0' } })
  await shop.close()
  expect([named.statusCode, tracked.statusCode]).toEqual([400, 400])
})

test('a line has method, route, status and time, never the URL', async () => {
  const shop = await openTestShop('sqlite')
  await shop.app.inject({ url: '/api/orderDetail?orderId=17&firstName=Secret&lastName=Name&email=a@b.example' })
  await shop.app.inject({ method: 'POST', url: '/api/track-visit', payload: { page: '/hidden-page' } })
  const lines = shop
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  await shop.close()
  expect(lines).toContainEqual(expect.objectContaining({ method: 'GET', route: '/api/orderDetail', status: 200 }))
  expect(JSON.stringify(lines)).not.toMatch(/Secret|hidden-page|b\.example|127\.0\.0\.1/)
})
