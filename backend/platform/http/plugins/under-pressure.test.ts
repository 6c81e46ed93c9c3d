import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createErrorLog } from '../errors/error-log.ts'
import { handleErrors } from './error-handler.ts'
import { shedLoad } from './under-pressure.ts'

let app: FastifyInstance
let served = 0
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  served = 0
  app = Fastify()
  handleErrors(app, createErrorLog())
  await shedLoad(app, 2000)
  for (const path of ['/', '/healthz', '/admin', '/api/admin/session']) {
    app.get(path, async () => {
      served += 1
      return 'served'
    })
  }
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Time that passes without a turn of the event loop. */
const block = (ms: number) => vi.advanceTimersByTime(ms)

test('a pause of a second sheds no load', async () => {
  block(1000)
  block(999)
  expect((await app.inject('/')).statusCode).toBe(200)
})

test('a process whose event loop is too far behind responds 503', async () => {
  block(2000)
  block(2000)
  const response = await app.inject('/')
  expect(response.statusCode).toBe(503)
  expect(response.headers['retry-after']).toBeDefined()
  expect(served).toBe(0)
})

test.each(['/healthz', '/admin', '/api/admin/session'])(
  'a process that is behind still responds at %s',
  async (path) => {
    block(2000)
    block(2000)
    expect((await app.inject(path)).statusCode).toBe(200)
  },
)
