import { errorBody } from '@shop/contract/http/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedTestShop } from '../../../testing/test-hooks.ts'

const shop = sharedTestShop('sqlite')

const post = (url: string, payload: string, type = 'application/json') =>
  shop.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

test.each([
  ['a body that is not JSON', '{"page":', 'application/json', 400, 'invalid_request'],
  ['an empty body', '', 'application/json', 400, 'invalid_request'],
  ['prototype poisoning', '{"__proto__":{"x":1},"page":"/"}', 'application/json', 400, 'invalid_request'],
  ['a form', 'page=/', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
  ['plain text', 'page', 'text/plain', 415, 'unsupported_media_type'],
  ['10 MB', `{"page":"${'a'.repeat(10_000_000)}"}`, 'application/json', 413, 'too_large'],
] as const)('a rejected request %s has the documented error body', async (_name, payload, type, status, code) => {
  const response = await post('/api/track-visit', payload, type)
  expect(response.statusCode).toBe(status)
  expect(z.parse(errorBody, response.json())).toMatchObject({ success: false, error: code })
  expect(response.headers['cache-control']).toBe('no-store')
})

test('a rejected request: an invalid field is named', async () => {
  const response = await post('/api/track-visit', '{"page":7}')
  expect(response.json().details).toEqual([{ field: 'page', message: expect.any(String) }])
})

test.each(['/api', '/api/nothing', '/api/products/1/2', '/images'])(
  'a rejected request %s is JSON, not a page',
  async (url) => {
    const response = await shop.app.inject(url)
    expect(response.statusCode).toBe(404)
    expect(z.parse(errorBody, response.json()).error).toBe('not_found')
  },
)

test('a rejected request: errors do not disclose internals', async () => {
  const responses = await Promise.all([post('/api/track-visit', '{'), shop.app.inject('/api/products/%00')])
  for (const response of responses) expect(response.payload).not.toMatch(/node_modules|at \w+ \(|sqlite|zod/i)
})
