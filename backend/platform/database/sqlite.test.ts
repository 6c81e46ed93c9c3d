import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, inTransaction } from './database.ts'
import { migrate } from './migrate.ts'
import { sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'
import { isDatabaseCorrupt, isDatabaseUnavailable } from './unavailable.ts'

/** Another process that uses the same file. */
let other: DatabaseSync
let database: Database
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-test-'))
  database = await open()
  await migrate(database)
  other = new DatabaseSync(join(folder, 'shop.sqlite'))
})
afterEach(async () => {
  other.close()
  await database.destroy()
  await rm(folder, { recursive: true })
})

async function open(busyTimeout = 60_000): Promise<Database> {
  return new Kysely<Tables>({ dialect: sqliteDialect(join(folder, 'shop.sqlite'), busyTimeout) })
}

const insert = (handle: Database, page: string) =>
  handle.insertInto('visits').values({ page, day: '2026-11-21', views: 1 }).execute()
const pages = async (handle: Database) => {
  const rows = await handle.selectFrom('visits').select('page').orderBy('page').execute()
  return rows.map(({ page }) => page)
}

test.each([
  ['a transaction', (page: string) => inTransaction(database, (trx) => insert(trx, page))],
  ['a single change', (page: string) => insert(database, page)],
])('%s waits for another process without blocking the thread or readers', async (_name, write) => {
  other.exec('begin immediate')
  const waiting = [write('/a'), write('/b')]
  expect(await pages(database)).toEqual([])
  // Only reached while the thread is not blocked.
  await nextTurn()
  other.exec('commit')
  await Promise.all(waiting)
  expect(await pages(database)).toEqual(['/a', '/b'])
})

test('rows have the right names after another process has changed the columns', async () => {
  const rows = async () => [
    await database.selectFrom('visits').selectAll().execute(),
    await inTransaction(database, (trx) => trx.selectFrom('visits').selectAll().execute()),
    await database.insertInto('visits').values({ page: '/b', day: '2026-11-21', views: 2 }).returningAll().execute(),
  ]
  await rows()
  other.exec('delete from visits')
  await insert(database, '/a')
  other.exec('alter table visits add column extra text')
  other.exec('alter table visits drop column views')
  other.exec('alter table visits add column views integer')
  other.exec('update visits set views = 7')
  const visit = { day: '2026-11-21', extra: null }
  const first = { ...visit, page: '/a', views: 7 }
  expect(await rows()).toEqual([[first], [first], [{ ...visit, page: '/b', views: 2 }]])
})

test('a statement is prepared once, and a long one, which takes much memory, each time and closed at once', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const views = (count: number) => Array.from({ length: count }, (_, page) => ({ page: `/${page}`, day: '', views: 1 }))
  for (const rows of [views(2), views(2), views(500), views(500)]) {
    await database.insertInto('visits').values(rows).execute()
    await database.deleteFrom('visits').execute()
  }
  const inserts = prepare.mock.calls.filter(([sql]) => sql.startsWith('insert into "visits"'))
  expect(inserts.map(([sql]) => sql.length > 4000)).toEqual([false, true, true])
  const isClosed = (statement: StatementSync) => {
    try {
      statement.columns()
      return false
    } catch {
      return true
    }
  }
  const statements = prepare.mock.results.flatMap(({ value }) => (value instanceof StatementSync ? [value] : []))
  expect(statements.map(isClosed)).toEqual(prepare.mock.calls.map(([sql]) => sql.length > 4000))
  prepare.mockRestore()
})

test('readers see nothing of an open transaction', async () => {
  await inTransaction(database, async (trx) => {
    await insert(trx, '/a')
    expect(await pages(trx)).toEqual(['/a'])
    expect(await pages(database)).toEqual([])
  })
  expect(await pages(database)).toEqual(['/a'])
})

test('transactions run one after the other, and failed ones are rolled back', async () => {
  const failed = inTransaction(database, async (trx) => {
    await insert(trx, '/a')
    await nextTurn()
    throw new Error('no')
  })
  const done = inTransaction(database, (trx) => insert(trx, '/b'))
  await expect(failed).rejects.toThrow('no')
  await done
  expect(await pages(database)).toEqual(['/b'])
})

test('a transaction locks out other writers from its start', async () => {
  other.exec('pragma busy_timeout = 0')
  await inTransaction(database, async (trx) => {
    expect(await pages(trx)).toEqual([])
    expect(() => other.exec('begin immediate')).toThrow('database is locked')
    await insert(trx, '/a')
  })
  expect(await pages(database)).toEqual(['/a'])
})

test('a transaction that takes long lets other work run between its statements', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 30
    return now
  })
  let turns = 0
  await inTransaction(database, async (trx) => {
    const counter = setImmediate(function count() {
      turns += 1
    })
    for (const page of ['/a', '/b', '/c']) await insert(trx, page)
    clearImmediate(counter)
  })
  clock.mockRestore()
  expect(turns).toBe(1)
})

test('the cause is reported when SQLite has rolled back by itself', async () => {
  const failed = inTransaction(database, async (trx) => {
    await sql`rollback`.execute(trx)
    throw new Error('the disk is full')
  })
  await expect(failed).rejects.toThrow('the disk is full')
  await insert(database, '/a')
  expect(await pages(database)).toEqual(['/a'])
})

test('waiting too long for a lock is an error, and the next write succeeds', async () => {
  const impatient = await open(20)
  other.exec('begin immediate')
  for (const write of [insert(impatient, '/a'), inTransaction(impatient, (trx) => insert(trx, '/a'))]) {
    expect(isDatabaseUnavailable(await write.catch((error: unknown) => error))).toBe(true)
  }
  other.exec('commit')
  await insert(impatient, '/b')
  expect(await pages(impatient)).toEqual(['/b'])
  await impatient.destroy()
})

test('two processes write to one file, and kill -9 of one loses nothing that it had committed', async () => {
  const script = join(import.meta.dirname, '../../testing/processes/writing-process.ts')
  const child = spawn(process.execPath, [script, join(folder, 'shop.sqlite')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const committed: string[] = []
  const own: string[] = []
  for await (const number of createInterface(child.stdout)) {
    committed.push(`/${number}`)
    const page = `/own-${number}`
    if (committed.length <= 20) own.push(page)
    if (committed.length <= 20) await insert(database, page)
    else child.kill('SIGKILL')
  }
  await ended
  const stored = await pages(database)
  expect([...committed, ...own].filter((page) => !stored.includes(page))).toEqual([])
  // The process may have been killed between a commit and its line.
  expect(stored.length).toBeLessThanOrEqual(committed.length + own.length + 1)
  await insert(database, '/after')
})

test.each([
  ['a transaction', (page: string) => inTransaction(database, (trx) => insert(trx, page))],
  ['a single change', (page: string) => insert(database, page)],
])('%s fails while the file is missing or replaced, and works when it is back', async (_name, write) => {
  const file = join(folder, 'shop.sqlite')
  const isRejected = async () => isDatabaseUnavailable(await write('/lost').catch((error: unknown) => error))
  await rename(file, join(folder, 'moved'))
  expect(await isRejected()).toBe(true)
  await writeFile(file, '')
  expect(await isRejected()).toBe(true)
  await rename(join(folder, 'moved'), file)
  await write('/a')
  expect(await pages(database)).toEqual(['/a'])
})

test.each(['shop.sqlite-wal', 'shop.sqlite-shm'])(
  'changes fail once %s is deleted, and a gentle end keeps all',
  async (name) => {
    other.close()
    await insert(database, '/a')
    await rm(join(folder, name))
    const failure = await insert(database, '/lost').catch((error: unknown) => error)
    expect(isDatabaseUnavailable(failure)).toBe(true)
    expect(String(failure)).toContain('stop the shop gently')
    await database.destroy()
    database = await open()
    other = new DatabaseSync(join(folder, 'shop.sqlite'))
    expect(await pages(database)).toEqual(['/a'])
  },
)

test('what was in a deleted log is soon in the file, and a kill does not lose it', async () => {
  other.close()
  await insert(database, '/a')
  await rm(join(folder, 'shop.sqlite-wal'))
  const stored = async () => {
    // As a start after a kill finds it.
    await copyFile(join(folder, 'shop.sqlite'), join(folder, 'killed.sqlite'))
    const killed = new DatabaseSync(join(folder, 'killed.sqlite'))
    const [table] = killed.prepare("select name from sqlite_schema where name = 'visits'").all()
    const rows = table === undefined ? [] : killed.prepare('select page from visits').all()
    killed.close()
    return rows.map(({ page }) => page)
  }
  await expect.poll(stored).toEqual(['/a'])
  other = new DatabaseSync(join(folder, 'shop.sqlite'))
})

test.each([
  ['may only be read', 0, "insert into visits values ('/a', '2026-11-21', 1)"],
  ['is damaged behind its first page', 4096, 'select * from visits'],
  ['is no database', 1, 'select * from visits'],
])('a file that %s means that the database is unavailable', async (_name, damagedFrom, statement) => {
  const file = join(folder, 'copy.sqlite')
  other.exec(`vacuum into '${file}'`)
  const bytes = await readFile(file)
  if (damagedFrom > 0) await writeFile(file, bytes.fill('x', damagedFrom))
  const copy = new DatabaseSync(file, { readOnly: damagedFrom === 0 })
  let failure: unknown = null
  try {
    copy.exec(statement)
  } catch (error) {
    failure = error
  }
  copy.close()
  expect(isDatabaseUnavailable(failure)).toBe(true)
  expect(isDatabaseCorrupt(failure)).toBe(damagedFrom > 0)
})
