import { expect, test } from 'vitest'
import { cardHosts } from '../../payments/providers.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { readSettings } from '../settings/settings.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { securityHeaders } from './plugins/security-headers.ts'

/** The policy of a page with these settings, by directive. */
function policyOf(environment: Record<string, string> = {}): Map<string, string[]> {
  const settings = readSettings({ DATA_DIR: '/tmp/shop', ...environment })
  const directives = contentSecurityPolicy(settings, cardHosts(settings)).split('; ')
  return new Map(directives.map((directive) => directive.split(' ')).map(([name = '', ...sources]) => [name, sources]))
}

test.each(['img-src', 'media-src'])(
  'the security policy of a page %s allows pictures and videos with a full https: URL on another host (R9)',
  (name) => {
    for (const environment of [{}, { API_URL: 'https://api.shop.example' }, { PUBLIC_URL: 'https://shop.example' }]) {
      expect(policyOf(environment).get(name)).toContain('https:')
    }
  },
)

test('the security policy of a page: a backend elsewhere serves its pictures without TLS too', () => {
  expect(policyOf({ API_URL: 'http://10.0.0.5:3000' }).get('img-src')).toContain('http://10.0.0.5:3000')
})

test('the security policy of a page: scripts, styles, fonts, frames and calls are limited to the shop', () => {
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

const shop = sharedTestShop('sqlite')

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

test.each([
  ['a call', '/api/products', 200],
  ['an error response', '/api/orders?customerId=1', 401],
  ['no call', '/api/nothing', 404],
])(
  '%s can be neither framed by other sites nor read by them, nor taken for another type',
  async (_name, url, status) => {
    const { statusCode, headers } = await shop.app.inject({ url, headers: { origin: 'https://attacker.example' } })
    expect(statusCode).toBe(status)
    const policy = String(headers['content-security-policy'])
    for (const directive of ["frame-ancestors 'self'", "object-src 'none'", "base-uri 'none'"]) {
      expect(policy).toContain(directive)
    }
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(headers['access-control-allow-origin']).not.toMatch(/attacker|\*/)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
  },
)

test('a shop that is reached by https says for a year that it is, with its subdomains', () => {
  const secure = readSettings({ DATA_DIR: '/tmp/shop', PUBLIC_URL: 'https://shop.example' })
  expect(securityHeaders(secure, false)['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('TRACE is not answered with the request', async () => {
  const headers = { authorization: 'Bearer secret' }
  const response = await shop.app.inject({ method: 'TRACE', url: '/api/products', headers })
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(response.payload).not.toContain('secret')
})
