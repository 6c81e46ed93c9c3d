import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, describe, expect } from 'vitest'
import { findProduct } from '../../catalog/catalog.repository.ts'
import { updateStock } from '../../catalog/stock.repository.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../../platform/database/database.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { listAudit, writeAudit, writeAudits } from './audit.repository.ts'
import type { Json } from './canonical-json.ts'
import { type UndoRules, undoChange } from './undo-change.ts'

const PRODUCT = { kind: 'product', id: '101' }
const NOON = new Date('2026-11-21T12:00:00.000Z')
const RULES: UndoRules = {
  'product.updated': {
    lock: bumpCatalogVersion,
    readPresent: async (reader) => ({ stock_quantity: await stockOf(reader) }),
    writeBefore: async (trx, { before }) => {
      await updateStock(trx, '101', Number(Reflect.get(Object(before), 'stock_quantity')))
    },
  },
}

async function stockOf(database: Database): Promise<number> {
  return (await findProduct(database, '101'))?.stock_quantity ?? 0
}

describe.each(ENGINES)('the audit log on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const opened = eachTestStore(engine)
  let database: Database
  beforeEach(async () => {
    database = opened.store.database
  })

  const entry = (before: Json, after: Json) => {
    return { at: NOON, actor: 'command', action: 'product.updated', subject: PRODUCT, before, after }
  }
  async function setStock(trx: Trx, stock: number): Promise<number> {
    const before = { stock_quantity: await stockOf(trx) }
    await updateStock(trx, '101', stock)
    return writeAudit(trx, entry(before, { stock_quantity: stock }))
  }
  const change = (stock: number) => inTransaction(database, (trx) => setStock(trx, stock))
  const undo = (id: number, actor = 'command') => undoChange({ database, clock: () => NOON, actor, rules: RULES }, id)

  test('undo restores the earlier values, and cannot be undone itself', async () => {
    await change(7)
    const id = await change(3)
    const undone = await undo(id, 'ada')
    expect(await stockOf(database)).toBe(7)
    expect(await listAudit(database, {}, 1)).toMatchObject([
      { id: undone.id, actor: 'ada', undoes: id, before: { stock_quantity: 3 }, after: { stock_quantity: 7 } },
    ])
    await expect(undo(undone.id)).rejects.toThrow(
      `Change ${undone.id} is an undo, and cannot be undone itself. Please make the change again.`,
    )
    await change(3)
    await expect(undo(id)).rejects.toThrow(`Change ${id} has already been undone`)
    expect(await stockOf(database)).toBe(3)
  })

  test('undo is rejected when a later change would be lost, and names that change', async () => {
    const id = await change(7)
    const later = await change(3)
    await expect(undo(id)).rejects.toThrow(
      `Change ${id} cannot be undone because of a later one: change ${later} (product updated, by Command line).`,
    )
    const undone = await undo(later)
    await undo(id)
    await expect(undo(later)).rejects.toThrow(`Change ${later} has already been undone (change ${undone.id}, by`)
    expect(await listAudit(database, {}, 10)).toHaveLength(4)
  })

  test('a second undo says that the change was already undone', async () => {
    await change(7)
    const id = await change(3)
    const undone = await undo(id)
    await expect(undo(id)).rejects.toThrow(
      `Change ${id} has already been undone (change ${undone.id}, by Command line).`,
    )
  })

  onBoth('the later change is found however many others there are, and however long it is', async () => {
    const id = await change(7)
    const later = await change(3)
    const long = JSON.stringify({ stock_quantity: 3, note: 'n'.repeat(100_000) })
    await database.updateTable('audit_log').set({ after: long }).where('id', '=', later).execute()
    const others = Array.from({ length: 250 }, () => entry({ price_cents: 1 }, { price_cents: 2 }))
    await inTransaction(database, (trx) => writeAudits(trx, others))
    await expect(undo(id)).rejects.toThrow(`because of a later one: change ${later} (product updated`)
  })

  test('what came before the later change is not read, nor are older changes', async () => {
    const id = await change(7)
    const older = await change(5)
    const later = await change(3)
    const unreadable = 'no JSON'
    await database.updateTable('audit_log').set({ before: unreadable }).where('id', '=', later).execute()
    const both = { before: unreadable, after: unreadable }
    await database.updateTable('audit_log').set(both).where('id', '=', older).execute()
    await expect(undo(id)).rejects.toThrow(`because of a later one: change ${later} (product updated`)
  })

  test('a later change of another field does not prevent an undo', async () => {
    const id = await change(7)
    await inTransaction(database, async (trx) => {
      await updateStock(trx, '101', 5)
      await writeAudit(trx, entry({ price_cents: 1 }, { price_cents: 2 }))
    })
    await expect(undo(id)).rejects.toThrow('product 101 has changed since then.')
    await inTransaction(database, (trx) => updateStock(trx, '101', 7))
    await undo(id)
  })

  test('a change that cannot be undone, or does not exist, is reported', async () => {
    const id = await inTransaction(database, (trx) => writeAudit(trx, { ...entry(null, null), action: 'mail.sent' }))
    await expect(undo(id)).rejects.toThrow(`Change ${id} (mail.sent) cannot be undone.`)
    await expect(undo(999)).rejects.toThrow('There is no change 999.')
  })

  onBoth('one of two concurrent undos of a change succeeds', async () => {
    await change(7)
    const id = await change(3)
    const results = await Promise.allSettled([undo(id), undo(id)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await stockOf(database)).toBe(7)
  })

  onBoth('concurrent changes have consecutive ids', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => inTransaction(database, (trx) => writeAudits(trx, [entry(1, 2), entry(2, 3)]))),
    )
    expect(ids.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })

  test('a change that fails leaves no entry, and an entry that fails leaves no change', async () => {
    const before = await stockOf(database)
    await inTransaction(database, async (trx) => {
      await setStock(trx, before + 1)
      throw new Error('not after all')
    }).catch(() => {})
    expect(await stockOf(database)).toBe(before)
    expect(await listAudit(database, {}, 10)).toEqual([])
  })

  test('a process killed during a change leaves neither the change nor its entry', async () => {
    const before = await stockOf(database)
    const { databaseUrl, dataDir } = opened.location
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../testing/processes/audit-process.ts')], {
      env: { ...process.env, ENV_FILE: '', DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    // PostgreSQL ends the transaction once it notices; this change waits for its lock.
    await inTransaction(database, (trx) => writeAudit(trx, entry(1, 2)))
    expect(await stockOf(database)).toBe(before)
    expect((await listAudit(database, {}, 10)).map(({ id }) => id)).toEqual([1])
  })

  onBoth('the log can be paged, and filtered by time, actor and subject', async () => {
    await inTransaction(database, (trx) =>
      writeAudits(trx, [
        { ...entry(1, 2), at: new Date('2026-11-20T23:59:59.999Z') },
        { ...entry(1, 2), at: new Date('2026-11-21T00:00:00.000Z'), actor: 'ada' },
        { ...entry(1, 2), at: new Date('2026-11-21T23:59:59.999Z'), subject: { kind: 'product', id: '102' } },
        { ...entry(1, 2), at: new Date('2026-11-22T00:00:00.000Z'), subject: { kind: 'order', id: '101' } },
      ]),
    )
    const ids = async (...words: Parameters<typeof listAudit> extends [Database, ...infer Rest] ? Rest : never) =>
      (await listAudit(database, ...words)).map(({ id }) => id)
    expect(await ids({}, 3)).toEqual([4, 3, 2])
    expect(await ids({ before: 2 }, 3)).toEqual([1])
    const day = { from: '2026-11-21T00:00:00.000Z', until: '2026-11-22T00:00:00.000Z' }
    expect(await ids(day, 9)).toEqual([3, 2])
    expect(await ids({ actors: ['ada'] }, 9)).toEqual([2])
    expect(await ids({ subject: { kind: 'product' } }, 9)).toEqual([3, 2, 1])
    expect(await ids({ subject: PRODUCT, ...day }, 9)).toEqual([2])
  })
})
