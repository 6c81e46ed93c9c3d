import { MINUTE_MS } from '@shop/contract/durations'
import { beforeEach, describe, expect, test } from 'vitest'
import { MODULES } from '../../modules.ts'
import { insertOperation, type Operation } from '../../payments/ledger/payments.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { updateShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { findProblems } from './find-problems.ts'

const NOW = new Date('2026-11-25T12:00:00Z')

describe.each(BOTH_ENGINES)('what the gateway has answered, on %s', (engine) => {
  const opened = eachTestStore(engine)
  const setOrders = (orders: 'open' | 'paused') =>
    inTransaction(opened.store.database, (trx) => updateShopSettings(trx, { orders }))
  beforeEach(() => setOrders('open'))

  const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS)
  /** The codes of what the doctor finds about it. */
  async function codes(): Promise<string[]> {
    const settings = { ...readSettings({}), ...opened.location }
    const context = { database: opened.store.database, settings, clock: () => NOW, modules: MODULES }
    const found = await findProblems(context, { thorough: false })
    return found.map(({ code }) => code).filter((code) => ['keys_refused', 'payments_not_compared'].includes(code))
  }
  const authorize = (minutesAgo: number, state: Operation['state'], last_error: string | null) =>
    inTransaction(opened.store.database, async (trx) => {
      const operation = { reference: '200001-abcdef', kind: 'authorize', amount_cents: 7900, state } as const
      const id = await insertOperation(trx, { provider: 'braintree', ...operation, now: ago(minutesAgo) })
      const values = { last_error, finished_at: ago(minutesAgo).toISOString() }
      await trx.updateTable('payment_operations').set(values).where('operation_id', '=', id).execute()
    })
  const compare = (values: { succeeded_at?: string; failed_at?: string; failure?: string }) =>
    opened.store.database
      .insertInto('jobs')
      .values({ name: 'reconcile-payments', ...values })
      .execute()

  test('is no problem where it has answered, or was never asked', async () => {
    expect(await codes()).toEqual([])
    await authorize(5, 'done', null)
    await authorize(4, 'rejected', '2046')
    expect(await codes()).toEqual([])
  })

  test('is that it refuses the keys, until it answers to them again', async () => {
    await authorize(5, 'done', null)
    await authorize(4, 'rejected', 'keys')
    expect(await codes()).toEqual(['keys_refused'])
    await setOrders('paused')
    expect(await codes()).toEqual([])
    await setOrders('open')
    await authorize(3, 'rejected', '2046')
    expect(await codes()).toEqual([])
    await authorize(2, 'rejected', 'keys')
    expect(await codes()).toEqual(['keys_refused'])
    await authorize(1, 'done', null)
    expect(await codes()).toEqual([])
  })

  test('is no longer a problem once the payments could be compared with it', async () => {
    await authorize(5, 'rejected', 'keys')
    await compare({ succeeded_at: ago(4).toISOString() })
    expect(await codes()).toEqual([])
  })

  test('is that the payments of the last night could not be compared with it', async () => {
    await compare({ succeeded_at: ago(2000).toISOString(), failed_at: ago(5).toISOString(), failure: 'No.' })
    expect(await codes()).toEqual(['payments_not_compared'])
  })
})
