import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BOTH_ENGINES, createDatabase, createEmptyDatabase, openTestStore } from '../../testing/servers/engines.ts'
import { openExistingStore, openStore } from './database.ts'
import { openingError } from './opening-error.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-test-'))
  return () => rm(folder, { recursive: true, force: true })
})

/** The error message when the database cannot be opened. */
async function sentence(settings: { databaseUrl?: string; dataDir?: string }): Promise<string> {
  const opening = openStore({ databaseUrl: settings.databaseUrl ?? null, dataDir: settings.dataDir ?? folder })
  const error = await opening.then(
    async (store) => void (await store.close()),
    (thrown: unknown) => thrown,
  )
  return error instanceof Error ? error.message : 'it opened'
}

describe.each(BOTH_ENGINES)('on %s', (engine) => {
  test('a database of a newer version: names it and says what to do', async () => {
    const opened = await openTestStore(engine)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')`.execute(
      opened.store.database,
    )
    const { databaseUrl, dataDir } = opened.location
    const message = await sentence({ ...(databaseUrl === null ? {} : { databaseUrl }), dataDir })
    expect(message).toContain(`The database (${opened.store.label}) was made by a newer version of this shop`)
    expect(message).toContain('git pull')
    await opened.close()
  })
})

const messageFor = (settings: { databaseUrl: string | null; dataDir: string }) =>
  expect(openExistingStore(settings)).rejects.toThrow(/ holds no shop\. Start it once with npm start/)

test('a command, which never creates a database, rejects a missing file, and one without a shop', async () => {
  await messageFor({ databaseUrl: null, dataDir: folder })
  await writeFile(join(folder, 'shop.sqlite'), '')
  await messageFor({ databaseUrl: null, dataDir: folder })
})

test('a command, which never creates a database, rejects a PostgreSQL database without tables, and creates none', async () => {
  const { url, close } = await createEmptyDatabase('postgres')
  await messageFor({ databaseUrl: url, dataDir: folder })
  await messageFor({ databaseUrl: url, dataDir: folder })
  await close()
})

test('a command, which never creates a database, opens an existing shop', async () => {
  const opened = await openTestStore('sqlite')
  await (await openExistingStore(opened.location)).close()
  await opened.close()
})

describe('the embedded database', () => {
  const file = () => join(folder, 'shop.sqlite')

  test('a file that is no database', async () => {
    await writeFile(file(), 'Dear shop, '.repeat(1000))
    expect(await sentence({})).toMatch(/^The database \(SQLite in .*shop\.sqlite\) is damaged .* backup/)
  })

  test('damage while a shop has it open: stop that one gently first', () => {
    const error = Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
    const running = { version: '1.2.0', address: 'http://localhost:3000', pid: 4711 }
    const { message } = openingError(error, 'SQLite', running)
    expect(message).toMatch(/the shop at http:\/\/localhost:3000 \(process 4711\).* Stop that shop with SIGTERM first/)
    expect(message).not.toContain('backup')
    expect(openingError(error, 'SQLite').message).toContain('backup')
  })

  test('damage inside the file is found at the start', async () => {
    const page = 4096
    const database = new DatabaseSync(file())
    database.exec(`create table filler (text text); insert into filler values ('${'x'.repeat(20 * page)}')`)
    database.close()
    const bytes = await readFile(file())
    await writeFile(file(), bytes.fill(0xff, page, 2 * page))
    expect(await sentence({})).toMatch(/is damaged .* backup/)
  })

  test.each(['media_chunks', 'sqlite_autoindex_media_chunks_1'])(
    'damage of %s, which leads to the bytes of pictures, is found at the start',
    async (name) => {
      const store = await openStore({ databaseUrl: null, dataDir: folder })
      const chunk = { sha256: 'a'.repeat(64), position: 0, data: Buffer.alloc(50_000) }
      await store.database.insertInto('media_chunks').values(chunk).execute()
      await store.close()
      expect(await sentence({})).toBe('it opened')
      await overwrite(name)
      expect(await sentence({})).toMatch(/is damaged .* backup/)
    },
  )

  /** Overwrites the leaf page of a table or an index that has only one. */
  async function overwrite(name: string): Promise<void> {
    const database = new DatabaseSync(file())
    const find = database.prepare("select pgoffset, pgsize from dbstat where name = ? and pagetype = 'leaf'")
    const { pgoffset, pgsize } = { ...find.get(name) }
    database.close()
    const bytes = await readFile(file())
    await writeFile(file(), bytes.fill(0xff, Number(pgoffset), Number(pgoffset) + Number(pgsize)))
  }

  // A read-only disk needs a mount of its own: `npm run test:faults` starts a shop on one.
  test('a disk that may only be read', () => {
    const error = Object.assign(new Error('EROFS: read-only file system, access'), { code: 'EROFS' })
    expect(openingError(error, 'SQLite').message).toMatch(/is on a disk that may only be read\. Mount it for writing/)
  })

  // As on a full tmpfs.
  test('a disk without room for the index of the log', () => {
    const error = Object.assign(new Error('disk I/O error'), { errcode: 4874 })
    expect(openingError(error, 'SQLite').message).toMatch(/has no room left on its disk/)
  })

  test('a folder in its place', async () => {
    await mkdir(file())
    expect(await sentence({})).toMatch(/cannot be opened .* DATA_DIR/)
  })

  test('a file instead of its folder', async () => {
    await writeFile(join(folder, 'data'), '')
    expect(await sentence({ dataDir: join(folder, 'data') })).toMatch(/cannot be opened .* DATA_DIR/)
  })
})

describe('PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>
  beforeAll(async () => {
    database = await createDatabase()
  })
  afterAll(() => database.drop())

  test.each([
    ['that is not there', { port: '1' }, /does not answer\. Start it, or correct DATABASE_URL\./],
    ['on an unknown host', { hostname: 'nowhere.invalid' }, /does not answer/],
    ['that refuses the password', { password: 'wrong' }, /refuses the user name or the password/],
    ['without that database', { pathname: '/nothing' }, /does not exist on that server/],
  ])('%s', async (_name, change, expected) => {
    const url = Object.assign(new URL(database.url), change)
    const message = await sentence({ databaseUrl: url.href })
    expect(message).toContain(`The database (PostgreSQL at ${url.host}${url.pathname})`)
    expect(message).toMatch(expected)
    expect(message).not.toContain(url.password)
  })

  test('that has no connection left at the start', async () => {
    const empty = await createEmptyDatabase('postgres')
    const store = await openStore({ databaseUrl: empty.url, dataDir: folder })
    await sql`create role nobody_else login password 'secret' connection limit 0`.execute(store.database)
    const url = Object.assign(new URL(empty.url), { username: 'nobody_else', password: 'secret' })
    expect(await sentence({ databaseUrl: url.href })).toMatch(/takes no more connections\. Raise its max_connections/)
    await sql`drop role nobody_else`.execute(store.database)
    await store.close()
    await empty.close()
  })

  test('that may only be read, as a standby or by its settings', async () => {
    const empty = await createEmptyDatabase('postgres')
    const url = new URL(empty.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    expect(await sentence({ databaseUrl: url.href })).toMatch(
      /may only be read: it is a standby, or its default_transaction_read_only is on\. Point DATABASE_URL/,
    )
    await empty.close()
  })

  test('that is starting', async () => {
    const fields = ['SFATAL', 'C57P03', 'Mthe database system is starting up', ''].map((field) => `${field}\0`).join('')
    const length = Buffer.alloc(4)
    length.writeInt32BE(fields.length + length.length)
    const server = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(await sentence({ databaseUrl: `postgres://shop@127.0.0.1:${port}/shop` })).toMatch(/is starting or stopping/)
    server.close()
  })
})
