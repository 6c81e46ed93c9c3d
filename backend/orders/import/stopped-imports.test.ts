import { HOUR_MS } from '@shop/contract/durations'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { type UndoRule, undoChange } from '../../admin/audit/undo-change.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { parseTestSheet } from '../../testing/orders/order-sheets.ts'
import { BOTH_ENGINES, openTestStore } from '../../testing/servers/engines.ts'
import { untilWaiting } from '../../testing/servers/until-waiting.ts'
import { deleteOrder, listKnownOrderIds, lockOrder } from '../orders.repository.ts'
import { listStoppedImports } from './imports.repository.ts'
import { importOrders, undoImport } from './orders.import.ts'
import { removeStoppedImports } from './stopped-imports.ts'

const IDS = Array.from({ length: 700 }, (_, index) => String(460_001 + index))
const HEADER = 'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity'
const FILE = [HEADER, ...IDS.map((id) => `${id},2025-10-31,Ada,Byron,ada@shop.example,101,Campus,79,1`)].join('\n')
const LATER = '9999'
const listOpen = (database: Database) => listStoppedImports(database, LATER, LATER)

test.each(BOTH_ENGINES)('an import that stops half way on %s is removed, but for what was changed', async (engine) => {
  const opened = await openTestStore(engine)
  const { database } = opened.store
  let now = new Date('2026-11-27T12:00:00.000Z')
  const context = { database, clock: () => now, actor: 'command' }
  const log = { warn: vi.fn(), error: vi.fn() }
  const file = parseTestSheet(FILE)
  const count = async () => (await listKnownOrderIds(database, IDS)).size
  const booked = async () => {
    const query = database.selectFrom('sales_sums').select((row) => row.fn.sum('goods_cents').as('cents'))
    return Number((await query.executeTakeFirstOrThrow()).cents)
  }

  let calls = 0
  const dying = () => {
    calls += 1
    // Nor can it take back what it has written.
    if (calls > 2) throw new Error('killed')
    return now
  }
  await expect(importOrders({ ...context, clock: dying }, file)).rejects.toThrow('killed')
  expect(await count()).toBe(400)
  const ofAll = await booked()
  const { errors } = await importOrders(context, file)
  expect(errors[0]?.message).toContain('belongs to an import that hasn’t finished')

  await inTransaction(database, (trx) => lockOrder(trx, '460007'))
  // Its process may still be at it.
  await removeStoppedImports({ ...context, log })
  expect(await count()).toBe(400)
  now = new Date(now.getTime() + HOUR_MS)
  await removeStoppedImports({ ...context, log })
  expect([await count(), await booked(), log.warn.mock.calls.length]).toEqual([1, ofAll / 400, 1])
  expect(await listOpen(database)).toEqual([])

  await inTransaction(database, (trx) => deleteOrder(trx, '460007'))
  const whole = await importOrders(context, file)
  expect([whole.errors, whole.imported.length, await count()]).toEqual([[], 700, 700])
  expect(await listOpen(database)).toEqual([])
  await opened.close()
})

test.each(BOTH_ENGINES)(
  'an undo on %s removes orders in parts, and one that dies half way is finished',
  async (engine) => {
    const opened = await openTestStore(engine)
    const { database } = opened.store
    let now = new Date('2026-11-27T12:00:00.000Z')
    const context = { database, clock: () => now, actor: 'command' }
    const { parts } = parseTestSheet(FILE)
    const { auditId } = await importOrders(context, { parts, errors: [] })
    let deletions = 0
    const dying = database.withPlugin({
      transformQuery: ({ node }) => {
        deletions += Number(node.kind === 'DeleteQueryNode')
        if (deletions > 2) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const rules = { 'orders.imported': undoImport }
    await undoChange({ ...context, database: dying, rules }, auditId ?? 0)
    expect((await listKnownOrderIds(database, IDS)).size).toBe(300)
    await expect(undoChange({ ...context, rules }, auditId ?? 0)).rejects.toThrow('has already been undone')
    now = new Date(now.getTime() + HOUR_MS)
    await removeStoppedImports({ ...context, log: { warn: vi.fn(), error: vi.fn() } })
    expect([(await listKnownOrderIds(database, IDS)).size, await listOpen(database)]).toEqual([0, []])
    await opened.close()
  },
)

test.each(BOTH_ENGINES)('of two who undo an import at the same time on %s the later one reads so', async (engine) => {
  const opened = await openTestStore(engine)
  const context = {
    database: opened.store.database,
    clock: () => new Date('2026-11-27T12:00:00.000Z'),
    actor: 'command',
  }
  const { parts } = parseTestSheet(FILE)
  const { auditId } = await importOrders(context, { parts, errors: [] })
  // Between what it has read and what it writes, one waits until the other waits for it, or has also read.
  const both = Promise.withResolvers<void>()
  let reading = 0
  const slow: UndoRule = {
    ...undoImport,
    readPresent: async (...args) => {
      const present = await undoImport.readPresent(...args)
      reading += 1
      if (reading === 2) both.resolve()
      await untilWaiting(opened.store, both.promise)
      return present
    },
  }
  const undo = () => undoChange({ ...context, rules: { 'orders.imported': slow } }, auditId ?? 0)
  const answers = await Promise.allSettled([undo(), undo()])
  const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => String(reason))
  expect(refused).toEqual([expect.stringContaining('has already been undone')])
  await opened.close()
})

/** Some orders: as many as one transaction deletes. */
const CHANGED = IDS.slice(0, 200)

test('orders that are being changed while their import is removed keep none of the others', async () => {
  const opened = await openTestStore('postgres')
  const { database } = opened.store
  let now = new Date('2026-11-27T12:00:00.000Z')
  let calls = 0
  const dying = () => {
    calls += 1
    if (calls > 3) throw new Error('killed')
    return now
  }
  const file = parseTestSheet(FILE)
  await expect(importOrders({ database, clock: dying, actor: 'command' }, file)).rejects.toThrow('killed')
  now = new Date(now.getTime() + HOUR_MS)
  const log = { warn: vi.fn(), error: vi.fn() }
  const removal = await inTransaction(database, async (trx) => {
    for (const id of CHANGED) await lockOrder(trx, id)
    const removing = removeStoppedImports({ database, clock: () => now, log })
    await expect.poll(() => countWaiting(database)).toBeGreaterThan(0)
    return { removing }
  })
  await removal.removing
  expect((await listKnownOrderIds(database, IDS)).size).toBe(CHANGED.length)
  expect(await listOpen(database)).toEqual([])
  await opened.close()
})

/** Connections that wait for a lock. */
async function countWaiting(database: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return Number(rows[0]?.count)
}

test('an order that comes into the shop while its import is written refuses all of it', async () => {
  const opened = await openTestStore('sqlite')
  const { database } = opened.store
  const context = { database, clock: () => new Date('2026-11-27T12:00:00.000Z'), actor: 'command' }
  const { parts } = parseTestSheet(FILE)
  let rounds = 0
  // It is read once before anything is written; the last part then has an order of the first one.
  const changing = {
    *[Symbol.iterator]() {
      rounds += 1
      yield* rounds === 1 ? parts : [...parts, ...parts.slice(0, 1)]
    },
  }
  const { errors, auditId } = await importOrders(context, { parts: changing, errors: [] })
  expect([errors[0]?.field, errors.length, auditId]).toEqual(['order_id', 200, null])
  expect((await listKnownOrderIds(database, IDS)).size).toBe(0)
  expect(await listOpen(database)).toEqual([])
  await opened.close()
})
