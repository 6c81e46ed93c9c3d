import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { contentSecurityPolicy, extraSources } from './content-security-policy.ts'

/** The policy of a page with these settings, by directive. */
function policyOf(environment: Record<string, string> = {}): Map<string, string[]> {
  const settings = readSettings({ DATA_DIR: '/tmp/shop', ...environment })
  const directives = contentSecurityPolicy(settings, extraSources(settings)).split('; ')
  return new Map(directives.map((directive) => directive.split(' ')).map(([name = '', ...sources]) => [name, sources]))
}

describe('the security policy of a page', () => {
  test.each(['img-src', 'media-src'])(
    '%s allows pictures and videos with a full https: URL on another host (R9)',
    (name) => {
      for (const environment of [{}, { API_URL: 'https://api.shop.example' }, { PUBLIC_URL: 'https://shop.example' }]) {
        expect(policyOf(environment).get(name)).toContain('https:')
      }
    },
  )

  test('a backend elsewhere serves its pictures without TLS too', () => {
    expect(policyOf({ API_URL: 'http://10.0.0.5:3000' }).get('img-src')).toContain('http://10.0.0.5:3000')
  })

  test('scripts, styles, fonts, frames and calls are limited to the shop', () => {
    for (const name of [
      'default-src',
      'script-src',
      'style-src',
      'font-src',
      'connect-src',
      'frame-src',
      'form-action',
    ]) {
      expect(policyOf().get(name)).toEqual(["'self'"])
    }
  })
})

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop('sqlite')
})
afterAll(() => shop.close())

test.each([
  ['a call', '/api/products', 200],
  ['a cached call', '/api/products', 200],
  ['an error response', '/api/orders?customerId=1', 401],
  ['an invalid request', '/api/orderDetail', 400],
  ['nothing', '/images/nothing.jpg', 404],
])('%s denies pages camera, microphone, location and payment', async (_name, url, status) => {
  const response = await shop.app.inject(url)
  expect(response.statusCode).toBe(status)
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment']) {
    expect(response.headers['permissions-policy']).toContain(`${feature}=()`)
  }
})

test('a picture goes without the headers that are about pages', async () => {
  const { headers } = await shop.app.inject('/images/campus-slim-blue-front.jpg')
  expect(headers['content-type']).toBe('image/jpeg')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers).toHaveProperty('cross-origin-resource-policy')
  expect(headers).not.toHaveProperty('content-security-policy')
  expect(headers).not.toHaveProperty('permissions-policy')
})
