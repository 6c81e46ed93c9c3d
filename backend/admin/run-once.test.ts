import { defineAdminCalls } from '@shop/contract/http/endpoint'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '../platform/http/errors/app-error.ts'
import { createErrorLog } from '../platform/http/errors/error-log.ts'
import { handleErrors } from '../platform/http/plugins/error-handler.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { adminRoute, EVERYONE, runOnce } from './admin-route.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')

describe.each(BOTH_ENGINES)('changes with a key on %s', (engine) => {
  const opened = eachTestStore(engine)
  let now: Date
  let made: number
  beforeEach(async () => {
    now = NOW
    made = 0
    await insertUser('ada')
    await insertUser('ben')
  })

  async function insertUser(id: string): Promise<void> {
    const at = NOW.toISOString()
    const user = { id, name: id, email: `${id}@shop.example`, email_verified: 1, two_factor_enabled: 1 }
    await opened.store.database
      .insertInto('admin_users')
      .values({ ...user, role: 'owner', rights: '', created_at: at, updated_at: at })
      .execute()
  }
  const context = () => ({ database: opened.store.database, clock: () => now })
  const make = async () => {
    made += 1
    return { made }
  }
  const once = (work = make, { userId = 'ada', key = 'k1', request = 'sell 2' } = {}) =>
    runOnce(context(), { userId, key, request }, work)

  test('a repeated request changes nothing and gets the first response', async () => {
    expect(await once()).toEqual({ made: 1 })
    expect(await once()).toEqual({ made: 1 })
    expect(made).toBe(1)
  })

  test('the second of two concurrent requests waits for the response of the first', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const first = once(async () => {
      started.resolve()
      await finish.promise
      return make()
    })
    await started.promise
    const second = once()
    finish.resolve()
    expect(await Promise.all([first, second])).toEqual([{ made: 1 }, { made: 1 }])
  })

  test('another key, another user or another day is another change', async () => {
    await once()
    await once(make, { key: 'k2' })
    await once(make, { userId: 'ben' })
    now = new Date(NOW.getTime() + 24 * 60 * 60_000 + 1)
    await once()
    expect(made).toBe(4)
  })

  test('a key that was used for another change is rejected', async () => {
    await once()
    await expect(once(make, { request: 'sell 3' })).rejects.toThrow('another change')
    expect(made).toBe(1)
  })

  test('after an expected error the same key can be used again', async () => {
    await expect(once(() => Promise.reject(new AppError('conflict', 'sold out')))).rejects.toThrow('sold out')
    expect(await once()).toEqual({ made: 1 })
  })

  test('an interrupted change is not repeated, and the user has to check', async () => {
    await expect(once(() => Promise.reject(new Error('killed')))).rejects.toThrow('killed')
    now = new Date(NOW.getTime() + 61_000)
    await expect(once()).rejects.toThrow('interrupted')
    expect(made).toBe(0)
  })
})

describe('the Idempotency-Key header', () => {
  const { sell: endpoint } = defineAdminCalls({
    sell: {
      method: 'POST',
      path: '/api/admin/sell',
      summary: '',
      description: '',
      body: z.object({ units: z.number() }),
      response: z.object({ sold: z.number() }),
    },
  })
  const secretEndpoint = { ...endpoint, path: '/api/admin/renew' } as const
  const opened = eachTestStore('sqlite')
  let sold: number
  beforeEach(async () => {
    sold = 0
  })

  async function send(key: string, path: string = endpoint.path) {
    const app = Fastify()
    app.decorateRequest('admin', null)
    handleErrors(app, createErrorLog())
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    const { database } = opened.store
    const at = NOW.toISOString()
    const user = { id: 'ada', name: 'Ada', email: 'ada@shop.example', role: 'owner' } as const
    const row = { ...user, rights: '', email_verified: 1, two_factor_enabled: 1, created_at: at, updated_at: at }
    await database
      .insertInto('admin_users')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const admin = { ...user, rights: [], has_totp: true, passkeys: 0, sessionId: 's', usedAt: '' }
    const adminSessions = { find: async () => admin, require: async () => admin }
    const context = { adminSessions, database, clock: () => NOW }
    const sell = async ({ body: { units } }: { body: { units: number } }) => {
      sold += units
      return { sold }
    }
    adminRoute(app, context, endpoint, EVERYONE, sell)
    adminRoute(app, context, secretEndpoint, EVERYONE, sell, { hasSecretResponse: true })
    const headers = { 'idempotency-key': key }
    return app.inject({ method: 'POST', url: path, headers, payload: { units: 2 } })
  }

  test('makes a call of the admin once', async () => {
    expect((await send('a-1')).json()).toEqual({ sold: 2 })
    expect((await send('a-1')).json()).toEqual({ sold: 2 })
    expect((await send('a-2')).json()).toEqual({ sold: 4 })
  })

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(101)],
    ['not plain', 'a b'],
  ])('that is %s is refused', async (_, key) => {
    expect((await send(key)).json()).toMatchObject({ error: 'invalid_request' })
    expect(sold).toBe(0)
  })

  test('stores no response of a route that says that it is a secret', async () => {
    expect((await send('a-1', secretEndpoint.path)).json()).toEqual({ sold: 2 })
    expect((await send('a-1', secretEndpoint.path)).json()).toEqual({ sold: 4 })
    expect(await opened.store.database.selectFrom('admin_idempotency_keys').selectAll().execute()).toEqual([])
  })
})
