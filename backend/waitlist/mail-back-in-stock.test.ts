import { beforeEach, describe, expect, test } from 'vitest'
import { changeStock } from '../catalog/stock/change-stock.ts'
import { markSent } from '../mail/outbox.repository.ts'
import { MODULES } from '../modules.ts'
import { deleteOldData } from '../operations/retention.ts'
import { inTransaction } from '../platform/database/database.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { updateShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { BOTH_ENGINES, openTestNode } from '../testing/servers/engines.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { forgetWaiting } from './forget-waiting.ts'
import { mailWaitlist, startWaitlist } from './mail-back-in-stock.ts'
import { countWaiting } from './waitlist.repository.ts'

const SOLD_OUT = '202'
const log = { info: () => {}, error: () => {} }

describe.each(BOTH_ENGINES)('those who wait, on %s', (engine) => {
  const opened = eachTestStore(engine)
  let now: Date
  beforeEach(() => {
    now = new Date('2026-11-25T12:00:00Z')
  })

  const context = (database = opened.store.database) => ({
    database,
    settings: { ...readSettings({ PUBLIC_URL: 'https://bags.com', SMTP_URL: 'smtp://localhost' }), ...opened.location },
    clock: () => now,
  })
  /** A step, five minutes after the one before. */
  const step = () => {
    now = new Date(now.getTime() + 5 * 60_000)
    return mailWaitlist(context())
  }
  const change = (delta: number) =>
    changeStock({ ...context(), actor: 'command' }, { product_id: SOLD_OUT, delta, note: '' })
  const setOrders = (orders: 'open' | 'paused') =>
    inTransaction(opened.store.database, (trx) => updateShopSettings(trx, { orders }))
  const wait = (count: number, product_id: string, confirmed_at: string | null = now.toISOString()) =>
    opened.store.database
      .insertInto('waitlist')
      .values(
        Array.from({ length: count }, (_, at) => ({
          token_hash: `${product_id}-${at}`,
          email: `person${at}@shop.example`,
          product_id,
          confirmed_at,
          due_at: null,
          expires_at: '2027-11-25T12:00:00.000Z',
        })),
      )
      .execute()
  const mails = () => opened.store.database.selectFrom('outbox').selectAll().execute()
  const left = async () => (await countWaiting(opened.store.database)).map(({ waiting }) => waiting)

  test('are emailed in steps of 50 as long as there is stock, each once, and their addresses are deleted', async () => {
    await wait(120, SOLD_OUT)
    expect(await step()).toBe(0)
    await change(3)
    expect([await step(), await step()]).toEqual([0, 50])
    expect(await left()).toEqual([70])
    await change(-3)
    expect([await step(), await step()]).toEqual([0, 0])
    await change(1)
    expect([await step(), await step(), await step(), await step()]).toEqual([0, 50, 20, 0])
    expect(await left()).toEqual([])
    expect(new Set((await mails()).map(({ recipient }) => recipient)).size).toBe(120)
    const [mail] = await mails()
    expect(mail).toMatchObject({ kind: 'waitlist-notice', subject: 'Weekender Duffel, Grey is back in stock' })
    expect(mail?.text).toContain('https://bags.com/product/202')
    expect(mail?.text).toContain('Online orders are paused right now.')
  })

  test('are not emailed of a stock that is undone before the next step, nor of a product that was made a draft', async () => {
    await wait(1, SOLD_OUT)
    await change(3)
    await step()
    await change(-3)
    expect([await step(), await step()]).toEqual([0, 0])
    await change(3)
    await opened.store.database
      .updateTable('products')
      .set({ status: 'draft' })
      .where('product_id', '=', SOLD_OUT)
      .execute()
    expect([await step(), await step()]).toEqual([0, 0])
  })

  test('until orders open are emailed in steps that stop when orders are paused again', async () => {
    await wait(60, '')
    await setOrders('open')
    expect([await step(), await step()]).toEqual([0, 50])
    expect((await mails())[0]?.text).toContain('https://bags.com/shop')
    expect((await mails())[0]?.text).not.toContain('paused')
    await setOrders('paused')
    expect([await step(), await step()]).toEqual([0, 0])
    expect(await left()).toEqual([10])
  })

  test('but have not confirmed their address are not emailed', async () => {
    await wait(5, SOLD_OUT, null)
    await change(3)
    expect([await step(), await step()]).toEqual([0, 0])
    expect(await left()).toEqual([])
  })

  test('are emailed once by two nodes that take the same step', async () => {
    await wait(40, SOLD_OUT)
    await change(3)
    await step()
    now = new Date(now.getTime() + 5 * 60_000)
    const other = await openTestNode(opened)
    const mailed = await Promise.all([mailWaitlist(context()), mailWaitlist(context(other.database))])
    await other.close()
    expect(mailed[0] + mailed[1]).toBe(40)
    expect(new Set((await mails()).map(({ recipient }) => recipient)).size).toBe(40)
    const workers = [0, 1].map(() => startWaitlist({ ...context(), log }))
    const ran = await Promise.all(workers.map((worker) => worker.runIfDue()))
    await Promise.all(workers.map((worker) => worker.close()))
    expect(ran.filter((did) => did).length).toBeLessThan(2)
  })

  test('leave nothing behind: neither an email that was sent, nor one that could not be, nor an expired address', async () => {
    const { database } = opened.store
    await wait(2, SOLD_OUT)
    await change(3)
    await step()
    await step()
    const [sent] = await mails()
    await markSent(database, sent?.id ?? '', now)
    expect(await mails()).toHaveLength(1)
    await wait(1, '')
    await wait(1, 'gone')
    const retention = { ...context().settings.retention }
    await deleteOldData({ database, modules: MODULES, retention, log, clock: () => now })
    expect(await countWaiting(database)).toEqual([{ product_id: '', product_name: null, waiting: 1 }])
    await deleteOldData({ database, modules: MODULES, retention, log, clock: () => new Date('2027-11-26T12:00:00Z') })
    expect(await countWaiting(database)).toEqual([])
    expect(await mails()).toEqual([])
  })

  test('are taken off the list on request, with emails on their way, and the log of changes does not name them', async () => {
    const { database } = opened.store
    await wait(2, SOLD_OUT)
    await wait(2, '')
    await change(3)
    await step()
    await step()
    const asked = { ...context(), actor: 'owner@shop.example' }
    expect(await forgetWaiting(asked, ' Person1@Shop.example')).toBe(1)
    expect(await forgetWaiting(asked, 'person1@shop.example')).toBe(0)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(['person0@shop.example'])
    const entries = await database.selectFrom('audit_log').selectAll().where('action', 'like', 'waitlist%').execute()
    expect(entries).toMatchObject([{ action: 'waitlist.address_deleted', after: '{"deleted":1}' }])
  })
})
