import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestStore } from '../testing/engines.ts'
import { startOutbox } from './outbox-worker.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('repeated outbox errors are logged once, then once a minute with their count', async () => {
  const { store, close } = await openTestStore('sqlite')
  await close()
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const worker = startOutbox({ database: store.database, mailer: { send: async () => {} }, log })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ error: expect.anything() }, 'outbox could not be processed')
  await vi.advanceTimersByTimeAsync(1000)
  expect(log.error).toHaveBeenCalledTimes(2)
  const repeated = { error: expect.anything(), count: expect.toSatisfy((count) => count >= 58 && count <= 60) }
  expect(log.error).toHaveBeenLastCalledWith(repeated, 'outbox could not be processed, repeatedly')
  await worker.close()
})
