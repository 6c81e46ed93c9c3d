import { beforeEach, describe, expect, test } from 'vitest'
import { MODULES } from '../../modules.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { updateShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { mailFindings } from './mail-findings.ts'

describe.each(BOTH_ENGINES)('what is wrong with a shop on %s', (engine) => {
  const opened = eachTestStore(engine)
  let now: Date
  beforeEach(() => {
    now = new Date('2026-11-25T06:00:00Z')
  })

  const setOrders = (orders: 'open' | 'paused') =>
    inTransaction(opened.store.database, (trx) => updateShopSettings(trx, { orders }))
  const check = (changes: Record<string, string> = {}) => {
    const settings = { ...readSettings({ MAIL_TO: 'family@bags.com', ...changes }), ...opened.location }
    return mailFindings({ database: opened.store.database, settings, clock: () => now, modules: MODULES })
  }
  const mails = () =>
    opened.store.database
      .selectFrom('outbox')
      .select(['recipient', 'text'])
      .where('kind', '=', 'open-shop-alert')
      .execute()

  test('is emailed to the family while orders are open, each error once in a month', async () => {
    await setOrders('open')
    const codes = await check()
    expect(codes).toEqual(expect.arrayContaining(['mail_not_set', 'keys_missing']))
    expect(await mails()).toHaveLength(codes.length)
    expect(await mails()).toContainEqual({
      recipient: 'family@bags.com',
      text: expect.stringContaining('The shop has no Braintree keys, so no card can be charged.'),
    })
    now = new Date('2026-11-30T06:00:00Z')
    expect(await check()).toEqual([])
    now = new Date('2026-12-01T06:00:00Z')
    expect(await check()).toEqual(codes)
  })

  describe('that was emailed', () => {
    const sendAll = () => opened.store.database.updateTable('outbox').set({ state: 'sent' }).execute()
    beforeEach(async () => {
      await setOrders('open')
      await check()
      await sendAll()
    })

    test('is emailed again in the same month when it comes back after it was mended', async () => {
      const { database } = opened.store
      const options = await database.selectFrom('delivery_options').selectAll().execute()
      await database.deleteFrom('delivery_options').execute()
      expect(await check()).toEqual(['delivery_missing'])
      await sendAll()
      await database.insertInto('delivery_options').values(options).execute()
      expect(await check()).toEqual([])
      await database.deleteFrom('delivery_options').execute()
      expect(await check()).toEqual(['delivery_missing'])
      expect((await mails()).filter(({ text }) => text?.includes('no delivery option'))).toHaveLength(2)
    })

    test('is emailed again when it is about something else, and not when only a number in it changes', async () => {
      expect(await check({ PUBLIC_URL: 'http://elsewhere.bags.com' })).toEqual(['address_insecure'])
      const states = ['OR', 'WA'].map((state) => ({ state, collected: 0, delivery_taxed: 0, permit: '' }))
      await opened.store.database.insertInto('tax_states').values(states).execute()
      expect(await check({ PUBLIC_URL: 'http://elsewhere.bags.com' })).toEqual([])
    })
  })

  test('is emailed as well where it is a certificate that ends soon; other warnings are not', async () => {
    await setOrders('open')
    const warn = (code: string) => ({ code, severity: 'warning' as const, text: `About ${code}.`, remedy: 'Fix it.' })
    const modules = [{ name: 'shop', checks: [async () => [warn('certificate_ends'), warn('something_else')]] }]
    const settings = { ...readSettings({ MAIL_TO: 'family@bags.com' }), ...opened.location }
    const codes = await mailFindings({ database: opened.store.database, settings, clock: () => now, modules })
    expect(codes).toContain('certificate_ends')
    expect(codes).not.toContain('something_else')
    expect(await mails()).toContainEqual({
      recipient: 'family@bags.com',
      text: expect.stringContaining('About certificate_ends.'),
    })
  })

  test('is emailed to no one while orders are paused', async () => {
    await setOrders('paused')
    expect(await check()).toEqual([])
    expect(await mails()).toEqual([])
  })
})
