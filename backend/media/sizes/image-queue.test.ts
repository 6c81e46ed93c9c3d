import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createImageQueue, type ImageQueue, MAKE_TIMEOUT_MS, MAX_WAITING, WAIT_TIMEOUT_MS } from './image-queue.ts'

let queue: ImageQueue
let done: string[]
/** Ends the running work. */
let finish: () => void
beforeEach(() => {
  vi.useFakeTimers()
  queue = createImageQueue(2)
  done = []
})
afterEach(() => vi.useRealTimers())

/** Occupies both slots of the queue until `finish`. */
async function occupy(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  finish = resolve
  void queue.run('busy-1', 1, () => promise)
  void queue.run('busy-2', 1, () => promise)
}

function run(name: string, size: number, leaving?: AbortSignal): Promise<boolean> {
  return queue.run(name, size, async () => void done.push(name), leaving)
}

test('the smallest picture is first, whatever the order of requests', async () => {
  await occupy()
  const all = [run('large', 1920), run('small', 320), run('middle', 640)]
  finish()
  expect(await Promise.all(all)).toEqual([true, true, true])
  expect(done).toEqual(['small', 'middle', 'large'])
})

test('concurrent requests share one run', async () => {
  await occupy()
  const all = [run('one', 320), run('one', 320), run('one', 320)]
  finish()
  expect(await Promise.all(all)).toEqual([true, true, true])
  expect(done).toEqual(['one'])
})

test('work that no one waits for is not started', async () => {
  await occupy()
  const [first, second] = [new AbortController(), new AbortController()]
  const left = [run('left', 320, first.signal), run('left', 320, second.signal)]
  const wanted = run('wanted', 640, second.signal)
  const stays = run('wanted', 640)
  first.abort()
  expect(queue.waiting).toBe(2)
  second.abort()
  expect(await Promise.all(left)).toEqual([false, false])
  finish()
  expect([await wanted, await stays]).toEqual([true, true])
  expect(done).toEqual(['wanted'])
})

test('the queue is bounded', async () => {
  await occupy()
  const all = Array.from({ length: MAX_WAITING + 5 }, (_, number) => run(String(number), 320))
  expect(await Promise.all(all.slice(MAX_WAITING))).toEqual([false, false, false, false, false])
  expect(queue.waiting).toBe(MAX_WAITING)
})

test('work that is queued too long is cancelled', async () => {
  await occupy()
  const late = run('late', 320)
  await vi.advanceTimersByTimeAsync(WAIT_TIMEOUT_MS)
  expect(await late).toBe(false)
  expect(queue.waiting).toBe(0)
})

test('work that takes too long is aborted, and the next is started', async () => {
  const stopped: string[] = []
  const endless = (name: string) =>
    queue.run(name, 1, (signal) => {
      signal?.addEventListener('abort', () => stopped.push(name))
      return new Promise(() => {})
    })
  const stuck = [endless('stuck-1'), endless('stuck-2')]
  await vi.advanceTimersByTimeAsync(MAKE_TIMEOUT_MS - 1000)
  const next = run('next', 320)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.all([...stuck, next])).toEqual([false, false, true])
  expect(stopped).toEqual(['stuck-1', 'stuck-2'])
})

test('failed work returns false and can be requested again', async () => {
  const failing = () => queue.run('bad', 1, () => Promise.reject(new Error('no picture')))
  expect(await failing()).toBe(false)
  expect(await queue.run('bad', 1, async () => {})).toBe(true)
})
