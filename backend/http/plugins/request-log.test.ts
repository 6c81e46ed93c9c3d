import { expect, test } from 'vitest'
import { openTestShop } from '../../testing/test-shop.ts'

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
