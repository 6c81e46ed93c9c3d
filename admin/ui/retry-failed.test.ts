import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { retryFailed } from './retry-failed.ts'

/** A query that fails until the shop is back, and whether a screen shows it. */
function failing(client: QueryClient, { key, status, isShown = true }: Failing) {
  const queryFn = vi
    .fn()
    .mockRejectedValueOnce(Object.assign(new Error('Not now.'), { status }))
    .mockResolvedValue(key)
  const observer = new QueryObserver(client, { queryKey: [key], queryFn, retry: false })
  const leave = observer.subscribe(() => {})
  return { key, queryFn, leave, isShown }
}

type Failing = { key: string; status: number; isShown?: boolean }

test('all that failed on the screen is asked for again, but not what was refused, has come or is of another screen', async () => {
  const client = new QueryClient()
  const queries = [
    { key: 'tasks', status: 503 },
    { key: 'settings', status: 0 },
    { key: 'forbidden', status: 403 },
    { key: 'invalid', status: 400 },
    { key: 'left', status: 503, isShown: false },
  ].map((query) => failing(client, query))
  const come = new QueryObserver(client, { queryKey: ['come'], queryFn: vi.fn(() => 'here') })
  const leaveCome = come.subscribe(() => {})
  await expect.poll(() => client.isFetching()).toBe(0)
  for (const { isShown, leave } of queries) if (!isShown) leave()

  retryFailed(client)
  await expect.poll(() => client.isFetching()).toBe(0)
  const calls = queries.map(({ key, queryFn }) => [key, queryFn.mock.calls.length])
  expect(Object.fromEntries(calls)).toEqual({ tasks: 2, settings: 2, forbidden: 1, invalid: 1, left: 1 })
  expect(client.getQueryState(['come'])?.dataUpdateCount).toBe(1)
  for (const { leave } of queries) leave()
  leaveCome()
  client.clear()
})
