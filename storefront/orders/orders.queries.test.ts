import { createClient } from '@shop/contract/http/client'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { orderQuery } from './orders.queries.ts'

const ROWS = [{ order_id: 17, order_item_id: 1, product_name: 'Bag', price: 59, stock_quantity: 2 }]
const LOOKUP = { orderId: '17', firstName: 'Ana', lastName: 'Ruiz', email: 'ana@shopper.example' }
const VISITOR = { user: null, token: null, restored: true }

/** A backend that sends these responses in order. */
function apiReturning(...responses: unknown[]) {
  return { baseUrl: '', call: createClient('', async () => Response.json(responses.shift())) }
}

test('a found order stays visible as outdated when a refetch finds nothing', async () => {
  const client = new QueryClient()
  const query = { ...orderQuery(apiReturning(ROWS, [], ROWS), VISITOR, { lookup: LOOKUP, number: 1 }), retry: false }
  const found = await client.fetchQuery(query)
  expect(found).toMatchObject({ order_id: '17' })

  await expect(client.fetchQuery(query)).rejects.toThrow()
  expect(client.getQueryData(query.queryKey)).toEqual(found)
  expect(client.getQueryState(query.queryKey)?.status).toBe('error')

  await client.fetchQuery(query)
  expect(client.getQueryState(query.queryKey)?.status).toBe('success')
})

test('a new search that finds nothing shows no order', async () => {
  const client = new QueryClient()
  const api = apiReturning(ROWS, [])
  await client.fetchQuery(orderQuery(api, VISITOR, { lookup: LOOKUP, number: 1 }))
  expect(await client.fetchQuery(orderQuery(api, VISITOR, { lookup: LOOKUP, number: 2 }))).toBeNull()
})
