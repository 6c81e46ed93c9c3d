import { ENDPOINTS } from '@shop/contract/endpoints'
import { ERROR_STATUS } from '@shop/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

describe('the document of the calls', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop('sqlite')
  })
  afterAll(() => shop.close())

  test('lists every call of the contract with its example and its errors', async () => {
    const { openapi, paths } = (await shop.app.inject('/api/docs/json')).json()
    expect(openapi).toBe('3.1.0')
    for (const { method, path, errors, body } of Object.values(ENDPOINTS)) {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation?.summary).toBeTruthy()
      expect(operation.responses['200'].content['application/json'].example).toBeDefined()
      if (body) expect(operation.requestBody.content['application/json'].example).toBeDefined()
      for (const code of errors) expect(operation.responses).toHaveProperty(String(ERROR_STATUS[code]))
    }
  })

  test('every call of the contract is answered by a route', () => {
    for (const { method, path } of Object.values(ENDPOINTS)) {
      expect(shop.app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true)
    }
  })

  test('its page is served by the shop alone', async () => {
    const page = await shop.app.inject('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.payload).not.toMatch(/<script(?![^>]*src=)/)
    expect(page.payload).not.toMatch(/(src|href)="https?:/)
  })
})
