import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../tests/harness/any-character.ts'
import type { Trx } from '../../platform/database/database.ts'
import { openEmptyDatabase, restorableRowsOf, rowsOf } from '../../testing/files/backup-fixtures.ts'
import { createEmptyDatabase, ENGINES, openTestStore } from '../../testing/servers/engines.ts'
import { createBackup } from './create-backup.ts'
import { describePostgres, insertRow, readPostgres } from './postgres-tables.ts'
import { restoreBackup } from './restore-backup.ts'
import type { Row, Table } from './rows.ts'
import { parseRow, toParts } from './rows.ts'
import { describeSqlite, prepareInsert, readSqlite } from './sqlite-backup.ts'

/** Any text that PostgreSQL stores: whole characters, and no NUL. */
const anyText = fc.string({ unit: anyCharacter, maxLength: 40 }).map((text) => text.replaceAll('\0', ''))
const whole = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })
const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-backup-'))
})
afterEach(() => rm(folder, { recursive: true }))

const rows = fc.record({
  visits: fc.uniqueArray(fc.record({ page: anyText, day: anyText, views: whole }), {
    maxLength: 20,
    selector: ({ page, day }) => JSON.stringify([page, day]),
  }),
  media: fc.uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,60}\.jpg$/),
      hash: fc.stringMatching(/^[0-9a-f]{8}$/),
      sha256: fc.stringMatching(/^[0-9a-f]{64}$/),
      type: fc.constantFrom('image/jpeg', 'video/mp4'),
      bytes: finite.filter((bytes) => bytes > 0),
      created_at: fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') })
        .map((at) => at.toISOString()),
      width: fc.option(whole),
      height: fc.option(whole),
    }),
    { maxLength: 20, selector: ({ name }) => name },
  ),
})

describe.each(ENGINES)('from %s', (from) => {
  test('any rows survive a backup and a restore into the other engine', async () => {
    const shop = await openTestStore(from)
    const { database } = shop.store
    await fc.assert(
      fc.asyncProperty(rows, async ({ visits, media }) => {
        await database.deleteFrom('visits').execute()
        await database.deleteFrom('media').execute()
        if (visits.length > 0) await database.insertInto('visits').values(visits).execute()
        if (media.length > 0) await database.insertInto('media').values(media).execute()
        const file = join(folder, 'any.tar')
        await createBackup({ location: shop.location, file, now: new Date(0), replace: true })
        const place = await openEmptyDatabase(from === 'sqlite' ? 'postgres' : 'sqlite')
        await restoreBackup({ location: place.location, file })
        expect(await rowsOf(place.location)).toEqual(await restorableRowsOf(shop.location))
        await place.close()
      }),
      // Each run migrates a database, and writes up to forty rows.
      { numRuns: 2 },
    )
    await shop.close()
  })
})

/** A table with a column of each kind, more kinds than the shop uses. */
const KINDS = 'create table things (id text primary key, whole bigint, part double precision, yes boolean, file'

const anyRow = fc.record({
  id: anyText,
  whole: fc.option(
    fc
      .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
      .map(String)
      .map(toJsonInteger),
  ),
  part: fc.option(fc.oneof(finite, fc.constantFrom('Infinity', '-Infinity'))),
  yes: fc.option(fc.boolean()),
  file: fc.option(fc.uint8Array({ maxLength: 300 })),
})
const anyRows = fc.uniqueArray(anyRow, { maxLength: 20, selector: ({ id }) => id })

function toJsonInteger(text: string): number | string {
  return Number.isSafeInteger(Number(text)) ? Number(text) : text
}

async function collect(batches: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for await (const batch of batches) {
    const plain = batch.map((row) => Object.entries(row).map(([name, value]) => [name, ownBytes(value)]))
    all.push(...plain.map((entries): Row => Object.fromEntries(entries)))
  }
  return all
}

const ownBytes = (value: unknown) => (value instanceof Uint8Array ? new Uint8Array(value) : value)

/** The parts of an archive, read back. */
async function throughParts(table: Table, given: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = []
  for await (const { lines, blobs } of toParts(table, given)) {
    for (const line of lines) all.push(parseRow(table, line, blobs))
  }
  return all
}

const byId = (given: readonly Row[]) =>
  given.toSorted((a, b) => Buffer.compare(Buffer.from(String(a.id)), Buffer.from(String(b.id))))

test('numbers of any size, booleans, files and empty columns round-trip through SQLite', async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, async (given) => {
      const database = new DatabaseSync(':memory:')
      database.exec(`${KINDS} blob)`)
      const [table] = describeSqlite(database)
      if (table === undefined) throw new Error('there is no table')
      const insert = prepareInsert(database, table)
      for (const row of given) insert(row)
      expect(await collect(readSqlite(database, table))).toEqual(byId(given))
      expect(await throughParts(table, readSqlite(database, table))).toEqual(byId(given))
      database.close()
    }),
  )
})

test('numbers of any size, booleans, files and empty columns round-trip through PostgreSQL', async () => {
  const { database, close } = await createEmptyDatabase('postgres')
  await sql.raw(`${KINDS} bytea)`).execute(database)
  const check = async (trx: Trx, given: readonly Row[]) => {
    const [table] = await describePostgres(trx)
    if (table === undefined) throw new Error('there is no table')
    await sql`delete from things`.execute(trx)
    for (const row of given) await insertRow(trx, table, row)
    expect(await collect(readPostgres(trx, table))).toEqual(byId(given))
    expect(await throughParts(table, readPostgres(trx, table))).toEqual(byId(given))
  }
  await fc.assert(
    fc.asyncProperty(anyRows, (given) => database.transaction().execute((trx) => check(trx, given))),
    { numRuns: 20 },
  )
  await close()
})
