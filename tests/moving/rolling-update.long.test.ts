import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountCalls } from '@shop/contract/accounts/calls'
import { createClient } from '@shop/contract/http/client'
import { expect, onTestFinished, test } from 'vitest'
import { originOf } from '../../backend/operations/backup/backup-files.ts'
import { withSnapshot } from '../../backend/operations/backup/create-backup.ts'
import { SCHEMA_VERSIONS } from '../../backend/platform/database/migrate.ts'
import { createEmptyDatabase } from '../../backend/testing/servers/engines.ts'
import { startReading } from '../harness/shop/readers.ts'
import { startShop } from '../harness/shop/shop-server.ts'
import { countMissing, FIRST_ORDER, KINDS, startWriting } from '../harness/shop/writers.ts'
import { asOwner } from './as-owner.ts'
import { findOlderCommit } from './older-commit.ts'
import { cloneAt, type OwnerFolder } from './owner-folder.ts'

/** Each node cancels orders of its own; more than it acknowledges in the time of the test. */
const ORDERS_PER_NODE = 4000
const SEVERAL = 5
/** The older program is built first. */
const MINUTES = 15
const PROGRAM = 'backend/testing/processes/shop-process.ts'

const olderCommit = findOlderCommit()

test.skipIf(olderCommit === null)(
  'the program of the version before the last migration serves and writes beside the new one, and starts no more (skipped where the history is missing)',
  async () => {
    const database = await createEmptyDatabase('postgres')
    onTestFinished(() => database.close())
    const location = { databaseUrl: database.url, dataDir: '' }
    const secret = { ADMIN_SECRET: 'the same secret on both nodes of this test' }
    const settings = { DATABASE_URL: database.url, DEMO: 'off', TRUST_PROXY: '127.0.0.1', PORT: '0', ...secret }
    const older = await cloneAt(olderCommit ?? '', settings)
    onTestFinished(() => older.remove())
    await older.build()
    const oldNode = await older.start(PROGRAM)
    onTestFinished(() => oldNode.kill())
    await oldNode.untilPrinted(/photographs and videos were imported/)
    await importOrders(older, oldNode.address)
    const schema = () => withSnapshot(location, async (snapshot) => snapshot.schema)
    expect(SCHEMA_VERSIONS.slice(0, -1)).toContain(await schema())

    const oldLoad = startLoad(oldNode.address, 0)
    await oldLoad.moreOfEach(SEVERAL)
    const backups = await mkdtemp(join(tmpdir(), 'shop-backups-'))
    onTestFinished(() => rm(backups, { recursive: true }))
    const newNode = await startShop({ ...settings, BACKUP_DIR: backups })
    onTestFinished(async () => void (await newNode.stop()))
    // The first backup of a night is made right after the start, in the same folder.
    const updates = (await readdir(backups)).filter((file) => originOf(file) === 'before_update')
    expect(updates).toHaveLength(1)
    expect(await schema()).toBe(SCHEMA_VERSIONS.at(-1))

    const newLoad = startLoad(newNode.address, ORDERS_PER_NODE)
    await Promise.all([oldLoad.moreOfEach(SEVERAL), newLoad.moreOfEach(SEVERAL)])
    await signIn(newNode.address, 0)
    await signIn(oldNode.address, ORDERS_PER_NODE)
    const fromOld = await oldLoad.stop()
    await oldNode.stop()
    await newLoad.moreOfEach(SEVERAL)
    const fromNew = await newLoad.stop()

    for (const { acknowledged, rejected, failedPages } of [fromOld, fromNew]) {
      expect({ rejected, failedPages }).toEqual({ rejected: 0, failedPages: 0 })
      expect(await countMissing(location, acknowledged)).toBe(0)
    }
    await expect(older.start(PROGRAM)).rejects.toThrow('was made by a newer version of this shop')
  },
  MINUTES * 60_000,
)

/** Imports orders of the shopper whose orders the writers cancel, as an owner does in the admin of a node. */
async function importOrders(folder: OwnerFolder, address: string): Promise<void> {
  const columns = 'order_id,order_date,first_name,last_name,email,product_id,product_name,price,quantity'
  const rows = Array.from(
    { length: 2 * ORDERS_PER_NODE },
    (_, number) => `${FIRST_ORDER + number},2026-10-01,Kim,Visitor,kim@example.org,101,Campus,79,1`,
  )
  await asOwner(folder, address, ({ importOrders: bring }) => bring([columns, ...rows], 'processing'))
}

/** Visitors of a node who read its pages, and write; their numbers begin with `first`. */
function startLoad(address: string, first: number) {
  const reading = startReading(address)
  const writing = KINDS.map((kind) => ({ kind, ...startWriting(kind, address, first) }))
  return {
    /** Waits until so many more writes of each kind are acknowledged. */
    moreOfEach: async (count: number) => {
      const goals = writing.map(({ written }) => written.acknowledged.length + count)
      for (const [index, { kind, written }] of writing.entries()) {
        const goal = goals[index] ?? 0
        await expect.poll(() => written.acknowledged.length, { message: kind.name }).toBeGreaterThanOrEqual(goal)
      }
    },
    stop: async () => {
      await Promise.all([...writing.map(({ stop }) => stop()), reading.stop()])
      return {
        acknowledged: new Map(
          writing.map(({ kind, written }) => [kind, written.acknowledged.map(({ number }) => number)]),
        ),
        rejected: writing.reduce((sum, { written }) => sum + written.rejected, 0),
        failedPages: reading.pages.failed,
      }
    },
  }
}

/** With the account that the first sign-up of a load made. */
async function signIn(address: string, number: number): Promise<void> {
  const call = createClient(address, (url, init) => fetch(url, init))
  await call(accountCalls.signIn, { body: { loginId: `kim${number}@example.org`, password: 'backpack40' } })
}
