import { createServer, type RequestListener, type Server } from 'node:http'
import { deliveryCalls } from '@shop/contract/delivery/calls'
import { CallError } from '@shop/contract/http/errors'
import { afterEach, expect, test, vi } from 'vitest'
import { browserApi, createQueryClient } from './api.tsx'

let server: Server | null = null
afterEach(() => {
  vi.useRealTimers()
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
  const mine = createServer(listener)
  server = mine
  await new Promise<void>((resolve) => mine.listen(0, '127.0.0.1', resolve))
  const address = mine.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test.each<[string, RequestListener]>([
  ['answers nothing', () => {}],
  ['stops in the middle', (_, response) => response.writeHead(200).write('[')],
])('a backend that %s is no answer, and no one waits for ever', async (_, listener) => {
  const { call } = browserApi(await serve(listener), 50)
  await expect(call(deliveryCalls.listDeliveryOptions, {})).rejects.toMatchObject({
    name: 'CallError',
    kind: 'network',
  })
})

test('a call aborted by its caller is not a failure of the backend', async () => {
  const { call } = browserApi(await serve(() => {}), 60_000)
  const running = call(deliveryCalls.listDeliveryOptions, {}, { signal: AbortSignal.timeout(20) })
  await expect(running).rejects.toMatchObject({ name: 'TimeoutError' })
})

test.each([
  ['no response is repeated once, after a second', new CallError('network', 'none', answer(0)), [1, 1, 2, 2]],
  [
    'an error of the shop is repeated once, after a second',
    new CallError('status', 'failed', answer(503)),
    [1, 1, 2, 2],
  ],
  ['a refusal is not repeated', new CallError('status', 'refused', answer(404)), [1, 1, 1, 1]],
  ['a response that cannot be read is not repeated', new CallError('parse', 'no list', answer(200)), [1, 1, 1, 1]],
])('a query that fails: %s', async (_, error, calls) => {
  vi.useFakeTimers()
  const queryFn = vi.fn(() => Promise.reject(error))
  const result = createQueryClient()
    .fetchQuery({ queryKey: ['list'], queryFn })
    .catch((reason: unknown) => reason)
  const made: number[] = []
  for (const passed of [0, 900, 200, 10_000]) {
    await vi.advanceTimersByTimeAsync(passed)
    made.push(queryFn.mock.calls.length)
  }
  expect(made).toEqual(calls)
  expect(await result).toBe(error)
})

test('on the server a query that fails is not repeated: the browser does that', async () => {
  const queryFn = vi.fn(() => Promise.reject(new CallError('network', 'none', answer(0))))
  await createQueryClient({ retries: 0 })
    .fetchQuery({ queryKey: ['list'], queryFn })
    .catch(() => {})
  expect(queryFn).toHaveBeenCalledTimes(1)
})

function answer(status: number) {
  return { status, serverMessage: null, retryAfter: null }
}
