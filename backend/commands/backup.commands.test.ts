import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { insertPlacement } from '../checkout/placements.repository.ts'
import { inTransaction, openExistingStore } from '../platform/database/database.ts'
import { openEmptyDatabase } from '../testing/files/backup-fixtures.ts'
import { runTestCommand } from '../testing/processes/run-test-command.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { testsOn } from '../testing/tests-on.ts'

describe.each(ENGINES)('a restore on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  let shop: TestShop
  let folder: string
  beforeEach(async () => {
    shop = await openTestShop(engine)
    folder = await mkdtemp(join(tmpdir(), 'shop-restored-'))
  })
  afterEach(async () => {
    await shop.close()
    await rm(folder, { recursive: true })
  })

  /** Restores a backup; returns the printed lines and the number of the last order in the restored shop. */
  async function restore(): Promise<{ lines: readonly string[]; number: number }> {
    const file = join(folder, 'shop.tar')
    await runTestCommand(shop, ['--json', 'backup', 'create', file])
    const target = await openEmptyDatabase(engine)
    const settings = { ...shop.settings, ...target.location }
    const { lines = [] } = await runTestCommand({ ...shop, settings }, ['--json', 'restore', file])
    const store = await openExistingStore(target.location)
    const counters = store.database.selectFrom('counters').selectAll().where('name', '=', 'order_number')
    const counter = await counters.executeTakeFirstOrThrow()
    await store.close()
    await target.close()
    return { lines, number: Number(counter.value) }
  }

  test('of a shop without card payments goes on with the next number', async () => {
    expect(await restore()).toEqual({ number: 200_000, lines: [expect.anything(), 'Start the shop with npm start.'] })
  })

  onBoth('skips the numbers of orders that were placed since, and names the comparison with the gateway', async () => {
    await inTransaction(shop.store.database, (trx) =>
      insertPlacement(trx, {
        placement_key: '6f1c1f0e-0000-4000-8000-000000000001',
        body_hash: '',
        state: 'placed',
        order_id: '200001',
        reference: '200001-abcdef',
        customer_id: null,
        paid_order_id: null,
        discount_code: null,
        client: null,
        units: 1,
        total_cents: 7900,
        draft: null,
        version: 0,
        created_at: '2026-11-20T12:00:00.000Z',
        finished_at: null,
      }),
    )
    const { lines, number } = await restore()
    expect(number).toBe(201_000)
    expect(lines.join(' ')).toMatch(/skip 1,000 numbers.*payments reconcile --since \d{4}-\d\d-\d\d/)
  })
})
