import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop('sqlite')
})
afterAll(() => shop.close())

test.each([
  ['a call', '/api/products', 200],
  ['a call whose answer is kept', '/api/products', 200],
  ['a refusal', '/api/orders?customerId=1', 401],
  ['a wrong request', '/api/orderDetail', 400],
  ['nothing', '/images/nothing.jpg', 404],
])('%s gives pages no way to camera, microphone, place or payment', async (_name, url, status) => {
  const answer = await shop.app.inject(url)
  expect(answer.statusCode).toBe(status)
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment']) {
    expect(answer.headers['permissions-policy']).toContain(`${feature}=()`)
  }
})
