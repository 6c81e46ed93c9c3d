import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEMO_CUSTOMER } from '../../backend/accounts/build-customer.ts'
import { UNFINISHED_CACHING } from '../../backend/media/images.routes.ts'
import { sqliteFile } from '../../backend/platform/database/database.ts'
import { SCHEMA_VERSIONS } from '../../backend/platform/database/migrate.ts'
import { PROGRAM_VERSION } from '../../backend/platform/lib/program-version.ts'
import { type ShopServer, startShop } from '../harness/shop/shop-server.ts'

test.skipIf(!existsSync('/proc/self/task'))(
  'a start leaves no process beside the shop, such as one that makes pictures ahead of visitors',
  async () => {
    const shop = await startShop({}, { program: 'scripts/start.ts' })
    onTestFinished(async () => void (await shop.stop()))
    // Answered once the start has done all that follows its greeting.
    expect((await fetch(`${shop.address}/healthz`)).status).toBe(200)
    expect(await readFile(`/proc/${shop.pid}/task/${shop.pid}/children`, 'utf8')).toBe('')
  },
)

test('other users can read nothing of what a shop writes, also where an older version had its folder open', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-data-'))
  await writeFile(join(dataDir, 'shop.sqlite'), '')
  await chmod(join(dataDir, 'shop.sqlite'), 0o644)
  await chmod(dataDir, 0o755)
  const shop = await startShop({ DEMO: 'off' }, { dataDir })
  onTestFinished(async () => void (await shop.stop()))
  // A copy of a picture is written by another process, and the original is sent until then.
  const picture = () => fetch(`${shop.address}/images/hero-wide.jpg?w=360&f=webp`)
  await expect.poll(async () => (await picture()).headers.get('cache-control')).not.toBe(UNFINISHED_CACHING)
  expect((await picture()).status).toBe(200)
  const paths = [dataDir, ...(await readdir(dataDir, { recursive: true })).map((name) => join(dataDir, name))]
  expect(paths.filter((path) => path.includes('images')).length).toBeGreaterThan(1)
  const open = await Promise.all(paths.map(async (path) => [path, (await stat(path)).mode & 0o077]))
  expect(open.filter(([, rights]) => rights !== 0)).toEqual([])
})

const NEWEST = SCHEMA_VERSIONS.at(-1) ?? ''

/** Starts a second shop on the data of the first one; a link, since a shop that does not start takes its folder along. */
async function startBeside({ dataDir }: ShopServer, settings: Record<string, string> = {}): Promise<ShopServer> {
  const link = join(await mkdtemp(join(tmpdir(), 'shop-data-')), 'link')
  await symlink(dataDir, link)
  return startShop(settings, { dataDir: link })
}

function withTables<T>({ dataDir }: ShopServer, work: (file: DatabaseSync) => T): T {
  const file = new DatabaseSync(sqliteFile(dataDir), { timeout: 5000 })
  try {
    return work(file)
  } finally {
    file.close()
  }
}

describe('beside a running shop', () => {
  let shop: ShopServer
  beforeAll(async () => {
    shop = await startShop()
  })
  afterAll(async () => void (await shop.stop()))

  const expectRefused = async () => {
    await expect(startBeside(shop)).rejects.toThrow(
      `is used by a running shop of version ${PROGRAM_VERSION} at ${shop.address} (process ${shop.pid}). A file serves one shop`,
    )
    expect((await fetch(`${shop.address}/readyz`)).status).toBe(200)
  }
  const leaveOlderTables = () =>
    withTables(shop, (file) => file.prepare('delete from kysely_migration where name = ?').run(NEWEST))
  const applied = () =>
    withTables(shop, (file) => file.prepare('select name from kysely_migration where name = ?').all(NEWEST))

  test('a second shop on its SQLite file does not start and names it', expectRefused)

  test('a start on its port says so and migrates nothing', async () => {
    leaveOlderTables()
    const { port } = new URL(shop.address)
    const outcome = await startBeside(shop, { PORT: port }).catch(String)
    expect(outcome).toBe(
      `Error: The shop did not start:\nThe shop could not start: port ${port} is in use by another program, or by this shop. End that one, or set PORT to a free one.`,
    )
    expect(applied()).toEqual([])
  })

  test('a start with newer tables names it and migrates nothing', async () => {
    leaveOlderTables()
    await expectRefused()
    expect(applied()).toEqual([])
  })
})

test('a shop that was killed starts again on its file, also where its number was given to another program', async () => {
  const first = await startShop()
  await first.kill()
  const note = join(first.dataDir, 'running.json')
  await writeFile(note, JSON.stringify({ version: '1.0.0', address: 'http://localhost:1', pid: process.pid }))
  const second = await startShop({}, { dataDir: first.dataDir })
  expect(await second.stop()).toBe(0)
})

/** The status of a sign-in with the published password of the demo customer. */
async function signInToDemo({ address }: ShopServer): Promise<number> {
  const body = JSON.stringify({ loginId: DEMO_CUSTOMER.email, password: DEMO_CUSTOMER.password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${address}/api/auth/signIn`, { method: 'POST', headers, body })).status
}

test.each([[{}], [{ HOST: '0.0.0.0' }], [{ PUBLIC_URL: 'https://shop.example' }], [{ TRUST_PROXY: '127.0.0.1' }]])(
  'there is a demo account only where no one else reaches the shop, and the start says so, with a link for the first owner to the port that it has: %o',
  async (settings) => {
    const shop = await startShop({ DEMO: 'on', ...settings })
    onTestFinished(async () => void (await shop.stop()))
    const isLocal = Object.keys(settings).length === 0
    expect(await signInToDemo(shop)).toBe(isLocal ? 200 : 401)
    await expect
      .poll(() => shop.printed.join('\n'))
      .toContain(isLocal ? 'Demo data: sign in as demo@packwright.example' : 'There is no demo data')
    if (isLocal) await expect.poll(() => shop.printed.join('\n')).toContain(`${shop.address}/admin/invite#`)
  },
)
