import { afterEach, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { REQUEST_ID_HEADER } from '../../lib/request-id.ts'

let shop: TestShop
afterEach(() => shop.close())

async function idReturned(given: string, url = '/api/delivery-options'): Promise<unknown> {
  const response = await shop.app.inject({ url, headers: { [REQUEST_ID_HEADER]: given } })
  return response.headers[REQUEST_ID_HEADER]
}

test.each(['0f8c1e52b6d94a2f9f6a55a1f0a3d7c1', '01J9Z3K6-ABC.def_12', 'a'.repeat(64)])(
  "a request's id is returned and logged: %s",
  async (id) => {
    shop = await openTestShop('sqlite')
    expect(await idReturned(id)).toBe(id)
    expect(await idReturned(id, '/api/no-such-call')).toBe(id)
    expect(shop.logged()).toContain(`"reqId":"${id}"`)
  },
)

test.each(['', 'short', 'a'.repeat(65), 'ada@shop.example', 'two words here', '-leading-dash', '"quoted-text"'])(
  'an invalid id is neither returned nor logged: %s',
  async (id) => {
    shop = await openTestShop('sqlite')
    expect(await idReturned(id)).toMatch(/^[0-9a-f-]{36}$/)
    if (id !== '') expect(shop.logged()).not.toContain(`"${id}"`)
  },
)

test('a cached response does not contain the id of its first request', async () => {
  shop = await openTestShop('sqlite')
  const address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const get = async (id: string) => {
    const response = await fetch(`${address}/api/products`, { headers: id === '' ? {} : { [REQUEST_ID_HEADER]: id } })
    await response.arrayBuffer()
    return response.headers.get(REQUEST_ID_HEADER)
  }
  expect(await get('first-visitor')).toBe('first-visitor')
  expect(await get('second-visitor')).toBe('second-visitor')
  expect(await get('')).toBeNull()
})
