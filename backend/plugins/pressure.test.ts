import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shedLoad } from './pressure.ts'

let app: FastifyInstance
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  app = Fastify()
  await shedLoad(app, 2000)
  app.get('/', async () => 'served')
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

/** Time that passes without a single turn of the event loop. */
const block = (ms: number) => vi.advanceTimersByTime(ms)

test('a pause of a second sends nobody away', async () => {
  block(1000)
  block(999)
  expect((await app.inject('/')).statusCode).toBe(200)
})

test('a process that is further behind than it may be answers 503', async () => {
  block(2000)
  block(2000)
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
})
