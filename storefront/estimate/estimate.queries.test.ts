import { createClient } from '@shop/contract/http/client'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchClientToken } from '../checkout/card/use-card-fields.ts'
import { deliveryOptionsQuery, taxRateQuery } from './estimate.queries.ts'

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
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

const apiWith = (response: Response) => ({ baseUrl: '', call: createClient('', async () => response) })

it('delivery options and a tax rate that cannot be loaded are logged (section 8)', async () => {
  const client = new QueryClient()
  const api = () => apiWith(Response.json({ success: false }, { status: 503 }))
  await expect(client.fetchQuery({ ...deliveryOptionsQuery(api()), retry: false })).rejects.toThrow()
  await expect(client.fetchQuery({ ...taxRateQuery(api(), 'CA'), retry: false })).rejects.toThrow()
  expect(vi.mocked(console.info).mock.calls).toEqual([
    ['The delivery options could not be loaded', expect.any(Error)],
    ['The tax rate for CA could not be loaded', expect.any(Error)],
  ])
})

it.each([
  ['without a value', Response.json({})],
  ['of an unknown state', Response.json({ success: false }, { status: 404 })],
])('a tax rate %s is none, with a warning (section 8)', async (_, response) => {
  expect(await new QueryClient().fetchQuery(taxRateQuery(apiWith(response), 'NV'))).toBeNull()
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('There is no tax rate for NV')
})
