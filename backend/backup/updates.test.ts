import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Location, openExistingStore, openStore } from '../database/database.ts'
import { SCHEMA_VERSIONS } from '../database/migrate.ts'
import {
  createOldShops,
  type EmptyDatabase,
  openEmptyDatabase,
  restoredAndUpdated,
  rowsOf,
} from '../testing/backup-fixtures.ts'
import { ENGINES } from '../testing/engines.ts'
import { quickFolder } from '../testing/quick-folder.ts'
import { backUpBeforeUpdate } from './backup-before-update.ts'
import { checkBackup } from './check-backup.ts'
import { createBackup } from './create-backup.ts'
import { withSnapshot } from './snapshot.ts'

const NEWEST = SCHEMA_VERSIONS.at(-1)
/** Some of the older versions; the long form tests all of them on SQLite, where a database takes a tenth of the time. */
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

async function versionOf(location: Location): Promise<string> {
  return withSnapshot(location, async ({ schema }) => schema)
}
