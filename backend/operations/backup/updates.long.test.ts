import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Location } from '../../platform/database/database.ts'
import { SCHEMA_VERSIONS } from '../../platform/database/migrate.ts'
import {
  createOldShops,
  type EmptyDatabase,
  openEmptyDatabase,
  restoredAndUpdated,
  rowsAfterNewestUpdates,
} from '../../testing/files/backup-fixtures.ts'
import { quickFolder } from '../../testing/files/quick-folder.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { withSnapshot } from './create-backup.ts'

let folder: string
const places: EmptyDatabase[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(await quickFolder(), 'shop-update-'))
})
afterEach(async () => {
  for (const place of places.splice(0)) await place.close()
  await rm(folder, { recursive: true })
})

describe.each(BOTH_ENGINES)('a rolling update on %s', (engine) => {
  const oldShops = createOldShops(engine)
  afterAll(() => oldShops.close())

  const oldShop = async (version: string, options: { samples?: boolean } = {}) => {
    const place = await oldShops.open(version, options)
    places.push(place)
    return place.location
  }

  test('one of several processes that start together backs up and migrates, and all open', async () => {
    const location = await oldShop('0009-order-states')
    const nodes = await Promise.all([1, 2].map(() => startNode(location)))
    const printed = await Promise.all(nodes.map((open) => open()))
    expect(printed.map((lines) => lines.at(-1))).toEqual(['open', 'open'])
    expect(printed.flat().filter((line) => line.includes('backed up to'))).toHaveLength(1)
    expect(await readdir(folder)).toHaveLength(1)
    expect(await withSnapshot(location, async ({ schema }) => schema)).toBe(SCHEMA_VERSIONS.at(-1))
  })

  test('after an update the columns that an older node uses still exist', async () => {
    for (const { version, table, before, after } of await rowsAfterNewestUpdates(oldShop)) {
      expect(after, `${table} after ${version}`).toMatchObject(before)
    }
  })
})

/**
 * The newest versions, and every eighth of those before: with each of them all later migrations run. What an older one does
 * to rows was tried when it was new, and it has not changed since.
 */
const TRIED = SCHEMA_VERSIONS.slice(0, -1).filter((_, index, { length }) => length - index <= 8 || index % 8 === 0)

test('a backup of an older version is restored and migrated', async () => {
  const oldShops = createOldShops('sqlite')
  for (const version of TRIED) {
    const [old, empty] = [await oldShops.open(version), await openEmptyDatabase('sqlite')]
    places.push(old, empty)
    const place = { target: empty.location, file: join(folder, `${version}.tar`) }
    const { schema, upToDate, restored, updated } = await restoredAndUpdated(old.location, place)
    expect([schema, upToDate]).toEqual([version, SCHEMA_VERSIONS.at(-1)])
    expect(restored).toEqual(updated)
  }
  await oldShops.close()
})

/** A process that opens a shop on command and sends back the result. */
async function startNode({ databaseUrl, dataDir }: Location): Promise<() => Promise<string[]>> {
  const env = { ...process.env, ENV_FILE: '', DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, BACKUP_DIR: folder }
  const script = join(import.meta.dirname, '../../testing/processes/update-process.ts')
  const child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines: string[] = []
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line))
  await once(reader, 'line')
  return async () => {
    child.stdin.write('open\n')
    await once(child, 'close')
    return lines
  }
}
