import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCustomer, DEMO_CUSTOMER } from '../../accounts/build-customer.ts'
import {
  type Database,
  type Location,
  openExistingStore,
  openStore,
  type Store,
} from '../../platform/database/database.ts'
import { type EmptyDatabase, openEmptyDatabase, restorableRowsOf, rowsOf } from '../../testing/files/backup-fixtures.ts'
import { ENGINES, type Engine, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { buildSeal, type Manifest, manifestSchema, sha256Of } from './archive.ts'
import { createBackup, withSnapshot } from './create-backup.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { findBadColumn } from './row-forms.ts'
import type { Table } from './rows.ts'

const NOW = new Date('2026-11-22T03:00:00.000Z')

let folder: string
let shop: TestStore
let good: string
/** The tables as each engine describes them. */
let described: (readonly Table[])[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-backup-'))
  shop = await openTestStore('sqlite')
  await fillTables(shop.store.database)
  good = join(folder, 'good.tar')
  await createBackup({ location: shop.location, file: good, now: NOW })
  described = await Promise.all(ENGINES.map(describeTables))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

async function describeTables(engine: Engine): Promise<readonly Table[]> {
  const { location, close } = await openTestStore(engine)
  try {
    return await withSnapshot(location, async ({ tables }) => tables)
  } finally {
    await close()
  }
}

/** A copy of the good archive with one entry changed, sealed as if this program had written it. */
async function forge(name: string, change: (text: string) => string): Promise<string> {
  return seal((other, data) =>
    other === name ? new TextEncoder().encode(change(new TextDecoder().decode(data))) : data,
  )
}

/** A copy of the good archive with other rows in the first part of a table, so many times, whose hashes and seal are right. */
async function forgeRows(
  table: string,
  change: (text: string) => string | Uint8Array,
  changeManifest: (manifest: Manifest) => void = () => {},
  copies = 1,
): Promise<string> {
  const part = `tables/${table}/000001.ndjson.zst`
  const packed: Record<string, string | number> = {}
  return seal(async (name, data) => {
    if (name === part) {
      const rows = Buffer.from(change(zstdDecompressSync(data).toString()))
      const frame = zstdCompressSync(rows)
      const body = new Uint8Array(Buffer.concat(Array.from({ length: copies }, () => frame)))
      Object.assign(packed, { bytes: body.length, sha256: await sha256Of(body) })
      packed.rows_sha256 = await sha256Of(new Uint8Array(rows))
      return body
    }
    if (name !== 'manifest.json') return data
    const manifest = manifestSchema.parse(JSON.parse(new TextDecoder().decode(data)))
    const parts = manifest.tables.flatMap((one) => one.parts)
    Object.assign(parts.find(({ file }) => file === part) ?? {}, packed)
    changeManifest(manifest)
    return new TextEncoder().encode(JSON.stringify(manifest))
  })
}

type Change = (name: string, data: Uint8Array) => Uint8Array | Promise<Uint8Array>

async function seal(change: Change): Promise<string> {
  const file = join(folder, 'forged.tar')
  const changed = []
  for (const { header, data = new Uint8Array() } of await unpackTar(await readFile(good))) {
    if (header.name === 'seal.sha256') continue
    const body = await change(header.name, data)
    changed.push({ header: { ...header, size: body.length }, body })
  }
  const bytes = (await packTar(changed)).slice(0, -1024)
  await writeFile(file, [bytes, await buildSeal(await sha256Of(bytes))])
  return file
}

/** Rows in tables that are empty in a new shop. */
async function fillTables(database: Database): Promise<void> {
  await database
    .insertInto('customers')
    .values(await buildCustomer(DEMO_CUSTOMER, NOW))
    .execute()
  const sha256 = 'a'.repeat(64)
  await database.insertInto('unused_media').values({ sha256, since: NOW.toISOString() }).execute()
  await database.insertInto('visits').values({ page: '/', day: '2026-11-21', views: 1 }).execute()
  const { product_id } = await database.selectFrom('products').select('product_id').executeTakeFirstOrThrow()
  await database.insertInto('product_slugs').values({ slug: 'former', product_id }).execute()
}

async function copyOfGood(): Promise<string> {
  const file = join(folder, 'copy.tar')
  await copyFile(good, file)
  return file
}

/** Puts a value, as JSON, into the first row that has one in this column. */
function putting(column: string, value: string, place = '') {
  const pattern = new RegExp(`${place}"${column}":("(\\\\.|[^"\\\\])*"|\\d+)`)
  return (text: string) => text.replace(pattern, () => `"${column}":${value}`)
}

/** Adds a row with this setting. */
function adding(key: string, value: unknown) {
  return (text: string) => `${JSON.stringify({ key, value: JSON.stringify(value) })}\n${text}`
}

/** The first column that a restore rejects in the archive's rows of a table, once their text is changed. */
async function rejectedColumn(name: string, change: (text: string) => string): Promise<string | null | undefined> {
  const entries = await unpackTar(await readFile(good))
  const { data = new Uint8Array() } =
    entries.find(({ header }) => header.name === `tables/${name}/000001.ndjson.zst`) ?? {}
  const text = zstdDecompressSync(data).toString()
  const changed = change(text)
  expect(changed).not.toBe(text)
  const rows = changed.split('\n').filter((line) => line !== '')
  const [found, ...others] = described.map((tables) => {
    const table = tables.find((one) => one.name === name)
    return table && rows.map((row) => findBadColumn(table, JSON.parse(row))).find((column) => column !== null)
  })
  for (const other of others) expect(other).toBe(found)
  return found
}

test.each<[table: string, column: string, value: string]>([
  ['media', 'hash', '/../../../../outside/pwned'],
  ['media', 'sha256', '../../../outside'],
  ['media', 'name', '../outside.jpg'],
  ['media', 'type', 'text/html'],
  ['unused_media', 'sha256', '../../outside'],
  ['product_pictures', 'file', '../outside.jpg'],
  ['products', 'slug', '../admin'],
  ['product_slugs', 'slug', '//elsewhere.example'],
])('a value of %s.%s that would lead elsewhere is none of this shop', async (table, column, value) => {
  expect(await rejectedColumn(table, putting(column, JSON.stringify(value)))).toBe(`${table}.${column}`)
})

test.each(['"javascript:alert(1)"', 'no JSON'])('an address %s of the shop would lead elsewhere', async (value) => {
  const change = putting('value', JSON.stringify(value), '(?<="key":"url",)')
  expect(await rejectedColumn('shop_settings', change)).toBe('shop_settings.url')
})

test.each<[key: string, value: unknown]>([
  ['colors', [{ color: 'Blue', value: '#46607e"><script>alert(1)</script>' }]],
  ['colors', [{ color: 'Blue', value: 'url(https://elsewhere.example)' }]],
  ['lines', [{ line: 'Campus', photo: { file: '../x.svg', alt: 'Bag' } }]],
  ['lines', {}],
  ['quiz', { steps: [] }],
  ['timeZone', 'Mars/Olympus'],
  ['social', [{ name: 'X', url: 'javascript:alert(1)' }]],
  ['notices', 'no list'],
  ['mail.order', 1],
])('a setting %s that the shop would not take: %j', async (key, value) => {
  expect(await rejectedColumn('shop_settings', adding(key, value))).toBe(`shop_settings.${key}`)
})

test.each([
  ['products', 'price_cents', '"<b>1</b>"'],
  ['products', 'details', '"no JSON"'],
  ['visits', 'views', '"many"'],
  ['customers', 'created_at', '"<script>"'],
  ['tax_rates', 'rate_millionths', '"0.5"'],
])('a value of %s.%s that is of another kind', async (table, column, value) => {
  expect(await rejectedColumn(table, putting(column, value))).toBe(`${table}.${column}`)
})

describe.each(ENGINES)('what %s rejects without changing anything', (engine) => {
  const { test, onBoth } = testsOn(engine)
  /** Rejected archives leave it empty for the next test. */
  let target: EmptyDatabase
  beforeAll(async () => {
    target = await openEmptyDatabase(engine)
  })
  afterAll(() => target.close())

  async function expectRejected(file: string, sentence: RegExp): Promise<void> {
    await expect(restoreBackup({ location: target.location, file })).rejects.toThrow(sentence)
    await expect(openExistingStore(target.location)).rejects.toThrow('holds no shop')
    // Of PostgreSQL a node remembers which primary it has met.
    expect((await readdir(target.location.dataDir)).filter((name) => name !== 'timeline')).toEqual([])
  }

  test('a file truncated anywhere', async () => {
    const { length } = await readFile(good)
    for (const at of [0, 1, 511, 512, 2000, length - 2049, length - 1024, length - 1]) {
      const file = await copyOfGood()
      await truncate(file, at)
      await expectRejected(file, /This backup is cut off|This isn’t a backup of this shop/)
    }
  })

  test('one changed byte anywhere', async () => {
    const { length } = await readFile(good)
    const step = Math.ceil(length / 20)
    for (let at = 0; at < length; at += step) {
      const file = await copyOfGood()
      const handle = await open(file, 'r+')
      const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at)
      await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, at)
      await handle.close()
      await expectRejected(file, /changed or damaged since it was written|cut off|isn’t a backup of this shop/)
    }
  })

  test('a part that is not the one that the manifest names, though the seal is right', async () => {
    await expectRejected(await forge('tables/products/000001.ndjson.zst', (text) => `${text} `), /changed or damaged/)
  })

  onBoth('rows that read back different from the archive', async () => {
    const forged = await forge('manifest.json', (text) =>
      text.replaceAll(/"rows_sha256": "\w{8}/g, '"rows_sha256": "00000000'),
    )
    await expectRejected(forged, /does not match the backup/)
  })

  test.each([
    ['media.hash', 'media', putting('hash', '"/../../../../outside/pwned"')],
    ['shop_settings.lines', 'shop_settings', adding('lines', {})],
    ['products.price_cents', 'products', putting('price_cents', '"<b>1</b>"')],
  ])('a value of %s that the shop does not write', async (column, table, change) => {
    const forged = await forgeRows(table, change)
    await expectRejected(forged, new RegExp(`holds a value in ${column} that this shop does not write`))
  })

  test('a value that is missing', async () => {
    const forged = await forgeRows('product_pictures', (text) => text.replace(/"alt":"[^"]*"/, '"alt":null'))
    await expectRejected(forged, /The rows of product_pictures cannot be stored in this database: .*alt/)
  })

  // SQLite would store it.
  test('a key that is missing', async () => {
    const forged = await forgeRows('product_slugs', (text) => text.replace('"slug":"former"', '"slug":null'))
    await expectRejected(forged, /holds a value in product_slugs.slug that this shop does not write/)
  })

  test.each([
    ['products', 'null', /^[^\n]*/],
    ['products', '{"product_id"', /^[^\n]*/],
  ])('a row of %s that is none: %s', async (table, text, place) => {
    const forged = await forgeRows(table, (rows) => rows.replace(place, () => text))
    await expectRejected(forged, new RegExp(`The rows of ${table} cannot be stored|holds a value in ${table}.row`))
  })

  test('a part that unpacks to far more than this shop writes', async () => {
    const megabyte = () => new Uint8Array(1024 * 1024)
    const forged = await forgeRows('visits', megabyte, undefined, 300)
    await expectRejected(forged, /holds a part that is larger than any that this shop writes/)
  })

  test('columns that its version does not have', async () => {
    const forged = await forge('manifest.json', (text) => text.replace('"name": "email"', '"name": "e_mail"'))
    await expectRejected(forged, /do not have the same columns: \w+\.e_?mail/)
  })

  test.each(['a picture', ''])("another program's file: %j", async (content) => {
    const file = join(folder, 'other.tar')
    await writeFile(file, content)
    await expectRejected(file, /This isn’t a backup of this shop/)
    await writeFile(file, await packTar([{ header: { name: 'photo.jpg', size: content.length }, body: content }]))
    await expectRejected(file, /This isn’t a backup of this shop/)
  })

  test.each([
    ['"format_version": 1', '"format_version": 2'],
    ['"schema": "0', '"schema": "9'],
  ])('an archive of a newer version: %s becomes %s', async (before, after) => {
    const forged = await forge('shop-backup.json', (text) => text.replace(before, after))
    await expectRejected(forged, /made by a newer version of this shop .*Update the shop with git pull/)
  })

  test('a missing file, and a folder', async () => {
    await expectRejected(join(folder, 'missing.tar'), /There is no such file or folder/)
    await expectRejected(folder, /This is a folder, where a file is needed/)
  })

  onBoth('a target that is not empty', async () => {
    const full = await openTestStore(engine)
    const before = await rowsOf(full.location)
    await expect(restoreBackup({ location: full.location, file: good })).rejects.toThrow(
      /The database is not empty .*Nothing was changed/,
    )
    expect(await rowsOf(full.location)).toEqual(before)
    await full.close()
  })

  onBoth('a second restore while one is running', async () => {
    const twice = await openEmptyDatabase(engine)
    const answers: unknown[] = []
    const onProgress = async () => {
      if (answers.length > 0) return
      answers.push(await restoreBackup({ location: twice.location, file: good }).catch((error: unknown) => error))
    }
    await restoreBackup({ location: twice.location, file: good, onProgress })
    expect(String(answers[0])).toMatch(/Another restore into this (database|folder) is running/)
    expect(await rowsOf(twice.location)).toEqual(await restorableRowsOf(shop.location))
    await twice.close()
  })

  onBoth('a database that belongs to another program, or the remains of a database', async () => {
    const theirs = await openEmptyDatabase(engine)
    await occupy(theirs.location)
    await expect(restoreBackup({ location: theirs.location, file: good })).rejects.toThrow(/The database is not empty/)
    await theirs.close()
  })
})

test.each(ENGINES)(
  'a session in an archive that an older version wrote ends with its restore on %s',
  async (engine) => {
    const { customer_id } = await shop.store.database.selectFrom('customers').selectAll().executeTakeFirstOrThrow()
    const created_at = NOW.toISOString()
    const session = {
      token_hash: 'a',
      customer_id,
      created_at,
      expires_at: '2027-01-01T00:00:00.000Z',
      device: 'A browser',
    }
    // Its rows are in the part of another table, which the archive then lacks.
    const file = await forgeRows(
      'visits',
      () => `${JSON.stringify(session)}\n`,
      ({ tables }) => {
        const [sessions, visits] = ['sessions', 'visits'].map((name) => tables.find((table) => table.name === name))
        if (sessions !== undefined && visits !== undefined) {
          Object.assign(sessions, { rows: 1, parts: visits.parts })
          Object.assign(visits, { rows: 0, parts: [] })
        }
      },
    )
    const target = await openEmptyDatabase(engine)
    expect(await restoreBackup({ location: target.location, file })).toMatchObject({ rows: expect.any(Number) })
    const { customers, sessions } = await rowsOf(target.location)
    expect([customers?.length, sessions]).toEqual([1, []])
    await target.close()
  },
)

async function occupy({ databaseUrl, dataDir }: Location): Promise<void> {
  if (databaseUrl === null) return writeFile(join(dataDir, 'shop.sqlite-wal'), 'pages')
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create table theirs (id text)')
  await client.end()
}

test.each([
  ['is a file', (dataDir: string) => writeFile(dataDir, 'mine')],
  // As on a disk that may only be read, also where the tests run as root.
  ['takes no lock', (dataDir: string) => mkdir(join(dataDir, 'restoring.lock'), { recursive: true })],
])('a folder that %s is named, with what to check', async (_, prepare) => {
  const dataDir = join(await mkdtemp(join(folder, 'bad-')), 'data')
  await prepare(dataDir)
  const sentence = `Nothing can be written into this folder: ${dataDir}. Check that DATA_DIR is a folder`
  await expect(restoreBackup({ location: { databaseUrl: null, dataDir }, file: good })).rejects.toThrow(sentence)
})

test('a check in a folder that cannot be written says which', async () => {
  const target = join(folder, 'a-file')
  await writeFile(target, 'mine')
  await expect(checkBackup({ file: good, folder: target, now: NOW })).rejects.toThrow(
    `Nothing can be written into this folder: ${target}.`,
  )
})

test('a shop that starts while a restore runs is not overwritten', async () => {
  const target = await openEmptyDatabase('sqlite')
  const started: Store[] = []
  const onProgress = async () => {
    if (started.length === 0) started.push(await openStore(target.location))
  }
  await expect(restoreBackup({ location: target.location, file: good, onProgress })).rejects.toThrow('is not empty')
  for (const store of started) {
    expect(await store.database.selectFrom('products').selectAll().execute()).toEqual([])
    await store.close()
  }
  await target.close()
})

test('a check removes what a killed one left a day ago, and nothing else', async () => {
  const target = await mkdtemp(join(folder, 'check-'))
  const hours = new Map([
    ['backup-check-old', 25],
    ['backup-check-new', 1],
    ['backups', 25],
  ])
  for (const [name, ago] of hours) {
    const time = new Date(NOW.getTime() - ago * 60 * 60_000)
    await mkdir(join(target, name))
    await utimes(join(target, name), time, time)
  }
  await checkBackup({ file: good, folder: target, now: NOW })
  expect((await readdir(target)).sort()).toEqual(['backup-check-new', 'backups'])
})

test('a check restores into a temporary database and deletes it', async () => {
  const target = await mkdtemp(join(folder, 'check-'))
  expect(await checkBackup({ file: good, folder: target, now: NOW })).toMatchObject({ createdAt: NOW.toISOString() })
  expect(await readdir(target)).toEqual([])
})

test('a check says what is wrong, and leaves nothing behind', async () => {
  const target = await mkdtemp(join(folder, 'check-'))
  const file = await copyOfGood()
  await truncate(file, 4000)
  await expect(checkBackup({ file, folder: target, now: NOW })).rejects.toThrow('cut off')
  expect(await readdir(target)).toEqual([])
})

test('a backup replaces a file only with --replace', async () => {
  const file = join(folder, 'mine.tar')
  await writeFile(file, 'mine')
  const options = { location: shop.location, file, now: NOW }
  const onProgress = () => expect.unreachable('nothing is read for a file that may not be written')
  await expect(createBackup({ ...options, onProgress })).rejects.toThrow(
    'There is a file of this name already; nothing was changed',
  )
  expect(await readFile(file, 'utf8')).toBe('mine')
  await createBackup({ ...options, replace: true })
  expect(await readFile(file)).toEqual(await readFile(good))
})

test('a backup that is stopped in the middle leaves nothing behind', async () => {
  const target = await mkdtemp(join(folder, 'stopped-'))
  const stop = new AbortController()
  const onProgress = () => stop.abort()
  const options = {
    location: shop.location,
    file: join(target, 'shop.tar'),
    now: NOW,
    onProgress,
    signal: stop.signal,
  }
  await expect(createBackup(options)).rejects.toThrow('aborted')
  expect(await readdir(target)).toEqual([])
})

test('a backup of no shop, or into a missing folder, fails with a sentence', async () => {
  const empty = await mkdtemp(join(folder, 'empty-'))
  const file = join(folder, 'none.tar')
  const location = { databaseUrl: null, dataDir: empty }
  await expect(createBackup({ location, file, now: NOW })).rejects.toThrow('holds no shop')
  const lost = join(folder, 'lost/shop.tar')
  await expect(createBackup({ location: shop.location, file: lost, now: NOW })).rejects.toThrow(
    `There is no such file or folder: ${lost}`,
  )
})
