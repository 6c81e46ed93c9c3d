import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Location, openExistingStore, openStore, sqliteFile } from '../../platform/database/database.ts'
import { SCHEMA_VERSIONS } from '../../platform/database/migrate.ts'
import { noteRunning } from '../../platform/database/sole-use.ts'
import {
  createOldShops,
  type EmptyDatabase,
  openEmptyDatabase,
  restoredAndUpdated,
  rowsOf,
} from '../../testing/files/backup-fixtures.ts'
import { quickFolder } from '../../testing/files/quick-folder.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { createBackup, withSnapshot } from './create-backup.ts'
import { backUpBeforeUpdate } from './nightly-backup.ts'
import { checkBackup } from './restore-backup.ts'

const NEWEST = SCHEMA_VERSIONS.at(-1)
/** Some of the older versions; the long form tests more of them on SQLite, where a database takes a tenth of the time. */
const OLD_VERSIONS = ['0001-catalog', '0008-rate-limits']

let folder: string
const places: EmptyDatabase[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(await quickFolder(), 'shop-update-'))
})
afterEach(async () => {
  for (const place of places.splice(0)) await place.close()
  await rm(folder, { recursive: true })
})

describe.each(ENGINES)('on %s', (engine) => {
  const oldShops = createOldShops(engine)
  afterAll(() => oldShops.close())

  const closeLater = (place: EmptyDatabase) => {
    places.push(place)
    return place.location
  }
  const emptyPlace = async () => closeLater(await openEmptyDatabase(engine))
  const oldShop = async (version: string) => closeLater(await oldShops.open(version))

  test('a backup of an older version is restored and migrated', async () => {
    for (const version of OLD_VERSIONS) {
      const place = { target: await emptyPlace(), file: join(folder, `${version}.tar`) }
      const { schema, upToDate, restored, updated } = await restoredAndUpdated(await oldShop(version), place)
      expect([schema, upToDate]).toEqual([version, NEWEST])
      expect(restored).toEqual(updated)
    }
  })

  test('a shop is backed up before its tables change, and the backup can be restored', async () => {
    const location = await oldShop('0009-order-states')
    const before = await rowsOf(location)
    const printed: string[] = []
    const settings = { ...location, backupDir: folder }
    await (
      await openStore(location, { beforeUpdate: backUpBeforeUpdate(settings, (text) => printed.push(text)) })
    ).close()
    const [file = ''] = await readdir(folder)
    expect(printed).toEqual([expect.stringContaining(join(folder, file))])
    await checkBackup({ file: join(folder, file), folder, now: new Date(0) })
    expect(Object.keys(before)).not.toContain('media')
    expect(await versionOf(location)).toBe(NEWEST)
  })

  test('without BACKUP_DIR it is in DATA_DIR, and without migrations none is made', async () => {
    const location = await oldShop('0009-order-states')
    const settings = { ...location, backupDir: join(folder, 'missing') }
    for (let start = 0; start < 2; start += 1) {
      await (await openStore(location, { beforeUpdate: backUpBeforeUpdate(settings, () => {}) })).close()
    }
    expect(await readdir(join(location.dataDir, 'backups'))).toHaveLength(1)
  })

  test('when no backup can be written, that is logged and the update goes on', async () => {
    const location = await oldShop('0009-order-states')
    await writeFile(join(location.dataDir, 'backups'), 'a file')
    const printed: string[] = []
    const settings = { ...location, backupDir: null }
    await (
      await openStore(location, { beforeUpdate: backUpBeforeUpdate(settings, (text) => printed.push(text)) })
    ).close()
    expect(printed).toEqual([expect.stringContaining('No backup was made before the update')])
    expect(await versionOf(location)).toBe(NEWEST)
  })

  test('without a running shop of another version none is named', async () => {
    const printed: string[] = []
    const settings = { ...(await oldShop('0009-order-states')), backupDir: folder }
    const beforeUpdate = backUpBeforeUpdate(settings, (text) => printed.push(text))
    await (await openStore(settings, { beforeUpdate })).close()
    expect(printed).toEqual([expect.stringContaining('the shop was backed up to')])
  })

  test('a failed backup stops the update and is reported', async () => {
    const location = await oldShop('0009-order-states')
    const beforeUpdate = () => Promise.reject(new Error('There is no room left.'))
    await expect(openStore(location, { beforeUpdate })).rejects.toThrow(
      'was left as it is, since it could not be backed up before the update: There is no room left.',
    )
    expect(await versionOf(location)).toBe('0009-order-states')
  })

  test('an older program rejects a newer database and its backup', async () => {
    const location = await oldShop(NEWEST ?? '')
    const store = await openStore(location)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(
      store.database,
    )
    await store.close()
    const sentence = /was made by a newer version of this shop .*Update the shop with git pull and npm ci/
    await expect(openStore(location)).rejects.toThrow(sentence)
    await expect(openExistingStore(location)).rejects.toThrow(sentence)
    await expect(createBackup({ location, file: join(folder, 'x.tar'), now: new Date(0) })).rejects.toThrow(sentence)
  })
})

describe('beside a running shop of another version', () => {
  const oldShops = createOldShops('sqlite')
  afterAll(() => oldShops.close())

  /** A SQLite file of an older version that another program has open. */
  async function openElsewhere(): Promise<{ location: Location; file: string; other: DatabaseSync }> {
    const place = await oldShops.open('0009-order-states')
    places.push(place)
    const file = sqliteFile(place.location.dataDir)
    const other = new DatabaseSync(file)
    onTestFinished(() => {
      if (other.isOpen) other.close()
    })
    other.prepare('select count(*) from kysely_migration').get()
    return { location: place.location, file, other }
  }

  const CASES = [
    [
      'a start',
      openStore,
      '0.9.0',
      `a running shop of version 0.9.0 at http://localhost:3000 (process ${process.pid}) uses it`,
    ],
    ['a command', openExistingStore, null, 'another program, probably a running shop of an earlier version, uses it'],
  ] as const
  test.each(CASES)('%s leaves a SQLite file as it is, and names that shop', async (_, open, version, named) => {
    const { location, file } = await openElsewhere()
    if (version !== null) noteRunning(file, { version, address: 'http://localhost:3000', pid: process.pid })
    await expect(open(location)).rejects.toThrow(
      `was left as it is: it has to be updated for this version of the shop, and ${named}. End that one, and start again.`,
    )
    expect(await versionOf(location)).toBe('0009-order-states')
  })

  test('a start goes on once the other program has let go of the SQLite file', async () => {
    const { location, other } = await openElsewhere()
    const opening = openStore(location)
    other.close()
    await (await opening).close()
    expect(await versionOf(location)).toBe(NEWEST)
  })

  test('a start on PostgreSQL names its nodes, migrates, and lets them go on', async () => {
    const shops = createOldShops('postgres')
    onTestFinished(() => shops.close())
    const place = await shops.open('0009-order-states')
    const { location } = place
    const node = new pg.Client({
      connectionString: location.databaseUrl ?? '',
      application_name: 'packwright 0009-order-states',
    })
    await node.connect()
    const printed: string[] = []
    const beforeUpdate = backUpBeforeUpdate({ ...location, backupDir: folder }, (text) => printed.push(text))
    await (await openStore(location, { beforeUpdate })).close()
    expect(printed[0]).toMatch(
      /^Other versions of the shop use this database and go on, since an update only adds: packwright 0009-order-states( at [\d.:]+)?\.$/,
    )
    expect((await node.query('select count(*) from orders')).rowCount).toBe(1)
    await node.end()
    await place.close()
  })
})

async function versionOf(location: Location): Promise<string> {
  return withSnapshot(location, async ({ schema }) => schema)
}
