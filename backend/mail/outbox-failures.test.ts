import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shop } from '../../shop.config.ts'
import { inTransaction } from '../platform/database/database.ts'
import { openTestStore } from '../testing/servers/engines.ts'
import { enqueueMail } from './enqueue-mail.ts'
import { startOutbox } from './outbox-worker.ts'

const MAIL = { kind: 'contact', to: 'maker@shop.example', text: { name: 'test', values: {} } } as const

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

test('deliveries that fail alike are logged once, then once a second with their count', async () => {
  const { store, close } = await openTestStore('sqlite')
  const now = new Date()
  for (let number = 0; number < 5; number += 1) {
    await inTransaction(store.database, (trx) => enqueueMail(trx, MAIL, { now, shop }))
  }
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' })
  const worker = startOutbox({ database: store.database, mailer: { send: () => Promise.reject(unreachable) }, log })
  const failed = () => store.database.selectFrom('outbox').select('id').where('attempts', '=', 1).execute()
  while ((await failed()).length < 5) await setImmediate()
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { mail: expect.any(String), kind: 'contact', attempts: 1, error: { message: 'ECONNECTION' } },
    'email not delivered',
  )
  await worker.close()
  expect(log.error).toHaveBeenLastCalledWith({ error: { message: 'ECONNECTION' }, count: 4 }, expect.any(String))
  await close()
})
