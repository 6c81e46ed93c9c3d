import { createClient } from '@shop/contract/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchClientToken } from './checkout.queries.ts'

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
})

afterEach(() => {
  vi.restoreAllMocks()
})

it.each([
  ['fails', new Response('{"success":false}', { status: 503 }), 'The client token could not be loaded'],
  ['is empty', Response.json({ clientToken: '' }), 'The client token is empty'],
])('a client token that %s is none, which is logged only (R21)', async (_, response, logged) => {
  const api = { baseUrl: '', call: createClient('', async () => response) }
  expect(await fetchClientToken(api, AbortSignal.timeout(60_000))).toBeNull()
  expect(console.info).toHaveBeenCalledExactlyOnceWith(logged, ...(response.ok ? [] : [expect.any(Error)]))
})
