import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { customerQuery, customersQuery, forgetPeople } from './customers.queries.ts'

test('after a deletion the page forgets the person, and reads its list again', async () => {
  const client = new QueryClient()
  const ada = { name: 'Ada Byron' }
  client.setQueryData(['orders', 'one', '100001'], ada)
  client.setQueryData<unknown>(customerQuery('ada@shop.example').queryKey, ada)
  await client
    .getMutationCache()
    .build(client, { mutationFn: async () => ada })
    .execute(ada)
  // The page of the person is still there, and so is the list behind it.
  const page = new QueryObserver(client, { queryKey: customerQuery('ada@shop.example').queryKey, enabled: false })
  let people = [ada]
  const list = new InfiniteQueryObserver(client, {
    queryKey: customersQuery('').queryKey,
    queryFn: async () => ({ people, next: null }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const leave = [page.subscribe(() => {}), list.subscribe(() => {})]
  await list.refetch()
  expect(known(client)).toContain('Ada')

  people = []
  await forgetPeople(client)
  expect(known(client)).not.toContain('Ada')
  expect(list.getCurrentResult().data?.pages).toEqual([{ people: [], next: null }])
  for (const stop of leave) stop()
})

function known(client: QueryClient): string {
  const queries = client
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data)
  const changes = client
    .getMutationCache()
    .getAll()
    .map(({ state }) => [state.variables, state.data])
  return JSON.stringify([queries, changes])
}
