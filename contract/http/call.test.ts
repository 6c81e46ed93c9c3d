import { expect, test } from 'vitest'
import { requestPath } from './call.ts'

test('parameters and the query are escaped, and what is not said is left out', () => {
  expect(
    requestPath('/api/orders/:id/items/:item', { id: 'a/b', item: 2 }, { q: 'x & y', page: 0, by: undefined }),
  ).toBe('/api/orders/a%2Fb/items/2?q=x+%26+y&page=0')
  expect(requestPath('/api/orders', {}, { q: undefined })).toBe('/api/orders')
})
