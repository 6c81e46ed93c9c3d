import { SECOND_MS } from '@shop/contract/durations'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** A script, and no module. */
const WORKER = './fair-worker.ts'
const ORIGIN = 'https://shop.example'

let handle: (event: object) => void
let answer: PromiseWithResolvers<Response>
let aborted: boolean

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  answer = Promise.withResolvers()
  aborted = false
  vi.stubGlobal('self', { addEventListener: (_type: string, listener: typeof handle) => (handle = listener) })
  vi.stubGlobal('caches', { match: async () => new Response('kept') })
  vi.stubGlobal('fetch', (_request: Request, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => {
      aborted = true
      answer.reject(signal.reason)
    })
    return answer.promise
  })
  // Node.js takes only whole addresses.
  vi.spyOn(Response, 'redirect').mockImplementation(
    (url) => new Response(null, { status: 302, headers: { location: String(url) } }),
  )
  await import(WORKER)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Opens a page and returns the worker's response. */
function open(path: string): Promise<Response> {
  const opened = Promise.withResolvers<Response>()
  handle({ request: { url: `${ORIGIN}${path}`, mode: 'navigate' }, respondWith: opened.resolve })
  return opened.promise
}

test('without any response the cached page is shown after five seconds', async () => {
  const page = open('/admin/fair')
  await vi.advanceTimersByTimeAsync(5 * SECOND_MS)
  expect(await (await page).text()).toBe('kept')
})

test('a slow network still opens the other pages, and their end is not cut off', async () => {
  const page = open('/admin/orders')
  await vi.advanceTimersByTimeAsync(12 * SECOND_MS)
  answer.resolve(new Response('orders'))
  const response = await page
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS)
  expect([await response.text(), aborted]).toEqual(['orders', false])
})

test('without a network any page leads to that of the fair', async () => {
  const page = open('/admin/orders')
  answer.reject(new TypeError('Failed to fetch'))
  expect((await page).headers.get('location')).toBe('/admin/fair')
})
