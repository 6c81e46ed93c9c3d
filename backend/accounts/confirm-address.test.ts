import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRateLimiter } from '../platform/http/rate-limits/rate-limiter.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { mayWelcome } from './confirm-address.ts'

const opened = eachTestStore('sqlite')

test('new accounts from wherever get 200 welcome emails an hour together', async () => {
  let now = Date.parse('2026-11-28T12:00:00Z')
  const limiter = createRateLimiter({
    ...{ database: opened.store.database, clock: () => new Date(now), wait: async () => {} },
    log: () => pino({ level: 'silent' }),
  })
  const welcome = (index: number) => mayWelcome(limiter, `ada${index}@mail.example`)
  for (let index = 0; index < 200; index += 1) expect(await welcome(index)).toBe(true)
  expect(await welcome(200)).toBe(false)
  now += 60 * 60_000
  expect(await welcome(201)).toBe(true)
})
