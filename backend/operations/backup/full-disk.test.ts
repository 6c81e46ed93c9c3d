import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Location, openExistingStore } from '../../platform/database/database.ts'
import { openEmptyDatabase, restorableRowsOf, rowsOf } from '../../testing/files/backup-fixtures.ts'
import { ENGINES, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { fillDiskOfFiles } from '../../testing/servers/full-disk.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const NOW = new Date('2026-11-22T03:00:00.000Z')

describe.each(ENGINES)('a disk that fills up on %s', (engine) => {
  let folder: string
  let shop: TestStore
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-backup-'))
    shop = await openTestStore(engine)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await shop.close()
    await rm(folder, { recursive: true })
  })

  test('in the middle of a backup leaves nothing behind, and the next one is made', async () => {
    const backup = { location: shop.location, file: join(folder, 'shop.tar'), now: NOW }
    const makeRoom = await fillDiskOfFiles(folder)
    await expect(createBackup(backup)).rejects.toThrow(
      `There is no room left on the disk for this; nothing half-written was left behind: ${backup.file}`,
    )
    makeRoom()
    expect(await readdir(folder)).toEqual([])
    await createBackup(backup)
    expect(await readdir(folder)).toEqual(['shop.tar'])
  })

  test('in the middle of a restore leaves the database empty, and the next one fills it', async () => {
    const file = join(folder, 'shop.tar')
    await createBackup({ location: shop.location, file, now: NOW })
    const target = await openEmptyDatabase(engine)
    const makeRoom = await fillDiskOfDatabase(target.location)
    await expect(restoreBackup({ location: target.location, file })).rejects.toThrow(
      /There is no room left on the disk .*Nothing was restored/,
    )
    await expect(openExistingStore(target.location)).rejects.toThrow('holds no shop')
    // Of PostgreSQL a node remembers which primary it has met.
    expect((await readdir(target.location.dataDir)).filter((name) => name !== 'timeline')).toEqual([])
    await makeRoom()
    await restoreBackup({ location: target.location, file })
    expect(await rowsOf(target.location)).toEqual(await restorableRowsOf(shop.location))
    await target.close()
  })
})

/** The first product finds no room. Returns a function that makes some. */
async function fillDiskOfDatabase({ databaseUrl }: Location): Promise<() => Promise<void> | void> {
  if (databaseUrl === null) return fillDiskOfSqlite()
  await runOn(databaseUrl, [
    `create function disk_full() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/1": No space left on device' using errcode = '53100'; end $$`,
    `create function fill_disk() returns event_trigger language plpgsql as $$ begin
      if to_regclass('products') is not null and not exists (select from pg_trigger where tgname = 'disk_full') then
        create trigger disk_full before insert on products for each row execute function disk_full();
      end if; end $$`,
    "create event trigger fill_disk on ddl_command_end when tag in ('CREATE TABLE') execute function fill_disk()",
  ])
  return () => runOn(databaseUrl, ['drop event trigger fill_disk'])
}

function fillDiskOfSqlite(): () => void {
  const { run } = StatementSync.prototype
  const spy = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (this: StatementSync, ...values) {
    if (this.sourceSQL.startsWith('insert into "products"')) {
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    }
    return Reflect.apply(run, this, values)
  })
  return () => spy.mockRestore()
}

async function runOn(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
