import { createClient } from '@shop/contract/http/client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Api } from '../data/api.tsx'
import { matchRoute } from '../routes.tsx'
import { productQuery, productsQuery } from './catalog.queries.ts'

const PRODUCT = { product_id: 101, product_name: 'Campus Slim, Blue', stock_quantity: 3, description: '' }

/** A backend that records its requests. */
function backend(
  response: (path: string) => Response = (path) => Response.json(path.endsWith('s') ? [PRODUCT] : PRODUCT),
) {
  const requested: string[] = []
  const call = createClient('', async (url) => {
    requested.push(url)
    return response(url)
  })
  const api: Api = { call, baseUrl: '' }
  return { api, requested }
}

/** Loads a page as intent on a link to it does. */
async function hover(client: QueryClient, api: Api, path: string): Promise<void> {
  const { route, ...address } = matchRoute(path, '')
  await Promise.all(route.loader?.({ queryClient: client, api, ...address }) ?? [])
}

/** Queries of a page when it opens. */
const OPENED = {
  '/product/101': (client: QueryClient, api: Api) =>
    new QueryObserver(client, productQuery(api, '101')).subscribe(() => {}),
  '/shop': (client: QueryClient, api: Api) => new QueryObserver(client, productsQuery(api)).subscribe(() => {}),
} as const

describe.each([
  ['/product/101', '/api/products/101'],
  ['/shop', '/api/products'],
] as const)('the data of %s', (path, call) => {
  it('is fetched once by a hover and the click that follows', async () => {
    const { api, requested } = backend()
    const client = new QueryClient()
    await hover(client, api, path)
    OPENED[path](client, api)
    expect(client.isFetching()).toBe(0)
    expect(requested).toEqual([call])
  })
})

const load = (status: number, id = '101') => {
  const { api, requested } = backend(() => Response.json({ success: false, error: 'x' }, { status }))
  return { requested, response: new QueryClient().fetchQuery({ ...productQuery(api, id), retry: false }) }
}

it('a product (R6) is missing when the backend says 404', async () => {
  await expect(load(404).response).resolves.toEqual({ kind: 'missing' })
})

it.each([400, 401, 403, 429, 500, 503])(
  'a product (R6): could not be loaded when the backend says %i',
  async (status) => {
    await expect(load(status).response).rejects.toMatchObject({ status })
  },
)

it('a product (R6) is missing without a call when its id is longer than any', async () => {
  const { requested, response } = load(400, 'a'.repeat(101))
  await expect(response).resolves.toEqual({ kind: 'missing' })
  expect(requested).toEqual([])
})

describe('the product list (R3)', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('leaves out a product that cannot be read, and logs it', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { api } = backend(() => Response.json([PRODUCT, { product_id: null }, 'a bag']))
    const { products } = await new QueryClient().fetchQuery(productsQuery(api))
    expect(products.map(({ product_id }) => product_id)).toEqual(['101'])
    expect(warn.mock.calls).toEqual([['2 unreadable products were left out of the list']])
  })
})
