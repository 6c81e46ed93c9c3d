import { adminCatalog } from '@shop/contract/catalog/admin'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

/** Whether the browser goes on with a call although its page is closed. */
async function isKeptAlive(start: () => Promise<unknown>): Promise<boolean | undefined> {
  const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => Response.json({}))
  vi.stubGlobal('fetch', fetch)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await start().catch(() => {})
  return fetch.mock.calls[0]?.[1].keepalive
}

const sell = (note: string) => () =>
  call(adminCatalog.changeStock, { params: { product_id: '101' }, body: { delta: -1, note } }, undefined, 'key')

test('a change that is on its way when the page is closed is sent nevertheless', async () => {
  expect(await isKeptAlive(sell('Fair'))).toBe(true)
})

test('a change larger than browsers take that way, and what only reads, end with the page', async () => {
  expect(await isKeptAlive(sell('\u00e9'.repeat(20_000)))).toBe(false)
  expect(await isKeptAlive(() => call(adminCatalog.getAdminProduct, { params: { product_id: '101' } }))).toBe(false)
})
