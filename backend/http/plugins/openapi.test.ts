import { ERROR_STATUS } from '@shop/contract/errors'
import { Ruleset, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { describe, expect, test } from 'vitest'
import { readApiDocument } from '../../../tests/fuzz/api-document.ts'
import { ADMIN_CALLS, SHOP_CALLS } from '../../../tests/harness/contract-calls.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'

describe('the API document', () => {
  const shop = sharedTestShop('sqlite')

  test('lists every call of the contract with its example and its errors', async () => {
    const { openapi, paths } = (await shop.app.inject('/api/docs/json')).json()
    expect(openapi).toBe('3.1.0')
    for (const { method, path, errors = [], body } of SHOP_CALLS) {
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation?.summary).toBeTruthy()
      expect(operation.responses['200'].content['application/json'].example).toBeDefined()
      if (body) expect(operation.requestBody.content['application/json'].example).toBeDefined()
      for (const code of errors) expect(operation.responses).toHaveProperty(String(ERROR_STATUS[code]))
    }
  })

  test("meets every recommended rule of Spectral's ruleset for OpenAPI", async () => {
    const spectral = new Spectral()
    // Examples are checked below: Spectral compiles the schemas anew for each of them, most of its time.
    const rules = { 'oas3-parameter-description': 'warn', 'oas3-valid-media-example': 'off' } as const
    spectral.setRuleset(new Ruleset({ extends: [[oas, 'recommended']], rules }))
    const results = await spectral.run((await shop.app.inject('/api/docs/json')).json())
    expect(results.map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`)).toEqual([])
  })

  test('each example is what its schema allows', async () => {
    const document = readApiDocument((await shop.app.inject('/api/docs/json')).json())
    expect(document.wrongExamples()).toEqual([])
  })

  test('lists allowed values and whole numbers, and where a call redirects', async () => {
    const { paths, components } = (await shop.app.inject('/api/docs/json')).json()
    const { stock_quantity } = components.schemas.ListedProduct.properties
    const { reason } = components.schemas.InquiryInput.properties
    expect(reason).toMatchObject({ type: 'string', enum: expect.arrayContaining(['Feedback', 'Complaint']) })
    expect(stock_quantity).toMatchObject({ type: 'integer' })
    const { responses } = paths['/api/productsBySlug'].get
    expect(responses['308']).toMatchObject({ description: expect.any(String), headers: { Location: {} } })
  })

  test('says which calls require a token, and where it is optional', async () => {
    const { paths } = (await shop.app.inject('/api/docs/json')).json()
    expect(paths['/api/orders'].get.security).toEqual([{ token: [] }])
    expect(paths['/api/orderDetail'].get.security).toEqual([{}, { token: [] }])
    expect(paths['/api/products'].get.security).toEqual([])
  })

  test('has named components, all of them used', async () => {
    const { paths, components } = (await shop.app.inject('/api/docs/json')).json()
    const names = Object.keys(components.schemas)
    expect(names).toEqual(
      expect.arrayContaining(['Product', 'Order', 'OrderItem', 'Customer', 'InquiryInput', 'Error']),
    )
    const text = JSON.stringify({ paths, components })
    expect(names.filter((name) => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
  })

  test('every call of the contract has a route', () => {
    for (const { method, path } of [...SHOP_CALLS, ...ADMIN_CALLS]) {
      expect(shop.app.hasRoute({ method, url: path }), `${method} ${path}`).toBe(true)
    }
  })

  test('its page loads nothing from other hosts', async () => {
    const page = await shop.app.inject('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.payload).not.toMatch(/<script(?![^>]*src=)/)
    expect(page.payload).not.toMatch(/(src|href)="https?:/)
  })
})
