import { describe, expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { inTransaction } from '../platform/database/database.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { enqueueMail } from './enqueue-mail.ts'
import { claimDueMail, hasLeft, listUnsent, markUndelivered, retryUnsent, withdrawMail } from './outbox.repository.ts'

describe.each(BOTH_ENGINES)('unsent emails on %s', (engine) => {
  const opened = eachTestStore(engine)

  test('are listed without their texts, oldest first, and no more than are wanted', async () => {
    const { database } = opened.store
    await inTransaction(database, async (trx) => {
      for (const [minute, to] of ['nobody at all', 'ada@shop.example', 'kim@shop.example', 'nobody'].entries()) {
        const mail = { kind: 'password-reset', to, text: { name: 'test', values: {} } } as const
        await enqueueMail(trx, mail, { now: new Date(minute * 60_000), shop })
      }
    })
    const all = await listUnsent(database)
    expect(all.map(({ recipient, state }) => [recipient, state])).toEqual([
      ['nobody at all', 'failed'],
      ['ada@shop.example', 'waiting'],
      ['kim@shop.example', 'waiting'],
      ['nobody', 'failed'],
    ])
    for (const mail of all) expect(Object.keys(mail)).not.toEqual(expect.arrayContaining(['text', 'html']))
    expect(await listUnsent(database, { state: 'waiting', limit: 1 })).toEqual([all[1]])
    expect(await listUnsent(database, { createdFrom: all[3]?.created_at ?? '' })).toEqual([all[3]])
  })

  test('that a clock four years ahead has put off are due once it is set right', async () => {
    const { database } = opened.store
    const [right, ahead] = [new Date('2026-11-21T12:00:00.000Z'), new Date('2030-11-21T12:00:00.000Z')]
    const mail = { kind: 'shipment', to: 'ada@shop.example', text: { name: 'test', values: {} } } as const
    const id = await inTransaction(database, (trx) => enqueueMail(trx, mail, { now: ahead, shop }))
    expect(await claimDueMail(database, right)).toMatchObject({ id, attempts: 1 })
    expect(await claimDueMail(database, right)).toBeNull()
    expect(await claimDueMail(database, new Date('2026-11-21T12:06:00.000Z'))).toMatchObject({ id, attempts: 2 })
  })

  test('are all made due but the one that is held, which can still be withdrawn; by its id that is made due too', async () => {
    const { database } = opened.store
    const now = new Date('2026-11-21T12:00:00.000Z')
    const mail = { kind: 'shipment', to: 'ada@shop.example', text: { name: 'test', values: {} } } as const
    const [held, tried] = await inTransaction(database, async (trx) => [
      await enqueueMail(trx, mail, { now, shop, holdFor: 10_000 }),
      await enqueueMail(trx, mail, { now, shop, holdFor: 10_000 }),
    ])
    await database.updateTable('outbox').set({ attempts: 3 }).where('id', '=', tried).execute()
    const dueNow = async () => {
      const rows = await database.selectFrom('outbox').select(['id', 'next_attempt_at']).execute()
      return rows.filter(({ next_attempt_at }) => next_attempt_at <= now.toISOString()).map(({ id }) => id)
    }
    expect(await retryUnsent(database, null, now)).toBe(1)
    expect(await dueNow()).toEqual([tried])
    expect(await retryUnsent(database, held, now)).toBe(1)
    expect(new Set(await dueNow())).toEqual(new Set([held, tried]))
  })

  test.each([
    ['waits for its next attempt', new Date('2026-11-21T12:01:00.000Z')],
    ['has failed', null],
  ])('that %s and is retried by hand cannot be withdrawn, since a server may have accepted it', async (_, next) => {
    const { database } = opened.store
    const now = new Date('2026-11-21T12:00:00.000Z')
    const mail = { kind: 'shipment', to: 'ada@shop.example', text: { name: 'test', values: {} } } as const
    const id = await inTransaction(database, (trx) => enqueueMail(trx, mail, { now, shop }))
    const claimed = await claimDueMail(database, now)
    // As when the connection is cut after the server has accepted the message and before it says so.
    await markUndelivered(database, { id, claim: claimed?.claim ?? null }, 'ETIMEDOUT', next)
    expect(await retryUnsent(database, id, now)).toBe(1)
    expect(await hasLeft(database, id)).toBe(true)
    expect(await withdrawMail(database, id)).toBe(false)
  })
})
