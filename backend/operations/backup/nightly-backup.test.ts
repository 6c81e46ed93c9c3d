import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@shop/contract/durations'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runIfDue } from '../../platform/jobs/daily-job.ts'
import { openTestNode, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { findBackupStatus, type NightlyOptions, nightlyJob, startNightlyBackup } from './nightly-backup.ts'
import { checkBackup } from './restore-backup.ts'

const signal = new AbortController().signal

let shop: TestStore
let backupDir: string
let now: Date
let lines: string[]
beforeEach(async () => {
  shop = await openTestStore('sqlite')
  backupDir = await mkdtemp(join(tmpdir(), 'shop-nightly-'))
  now = new Date('2026-11-22T08:01:00Z')
  lines = []
})
afterEach(async () => {
  await shop.close()
  await rm(backupDir, { recursive: true, force: true })
})

const options = (): NightlyOptions => ({
  database: shop.store.database,
  location: shop.location,
  backupDir,
  log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
  clock: () => now,
})

test('the nightly backup is made at night, can be restored, and reports its age', async () => {
  expect(await findBackupStatus(shop.store.database, now)).toMatchObject({ succeededAt: null, age: null })
  await runIfDue(nightlyJob(options()), signal)
  expect(await readdir(backupDir)).toEqual(['shop-2026-11-22.tar'])
  await checkBackup({ file: join(backupDir, 'shop-2026-11-22.tar'), folder: tmpdir(), now: new Date(0) })
  expect(lines.join('')).toContain('backup made')
  now = new Date(now.getTime() + DAY_MS / 2)
  expect(await findBackupStatus(shop.store.database, now)).toMatchObject({ age: DAY_MS / 2, failure: null })
})

test('only one of several nodes makes the nightly backup', async () => {
  const nodes = await Promise.all([1, 2, 3].map(() => openTestNode(shop)))
  const made = await Promise.all(nodes.map(({ database }) => runIfDue(nightlyJob({ ...options(), database }), signal)))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(lines).toHaveLength(1)
  await Promise.all(nodes.map((node) => node.close()))
})

test('the nightly backup deletes expired backups and its own partial files of a killed node, and nothing else', async () => {
  const old = Array.from({ length: 13 }, (_, ago) => `shop-2026-11-${String(21 - ago).padStart(2, '0')}.tar`)
  const others = ['mine.tar', 'by-hand-2026-11-22T030000Z.tar.0123abcd.partial']
  const all = [...old, ...others, 'shop-2026-11-22.tar.0123abcd.partial']
  for (const file of all) await writeFile(join(backupDir, file), '')
  await runIfDue(nightlyJob(options()), signal)
  const retained = ['22', '21', '20', '19', '18', '17', '16', '15'].map((day) => `shop-2026-11-${day}.tar`)
  expect(await readdir(backupDir)).toEqual([...others, ...retained].sort())
})

test('a missing folder is reported at the start and every night, and not created', async () => {
  await rm(backupDir, { recursive: true })
  const worker = startNightlyBackup(options())
  await worker.close()
  await expect.poll(() => lines.join('')).toContain('No backup is made at night in BACKUP_DIR. The folder')
  await runIfDue(nightlyJob(options()), signal)
  const logged = JSON.parse(lines.at(-1) ?? '')
  expect(logged).toMatchObject({ job: 'backup', msg: 'backup failed' })
  expect(logged.error).toEqual({ message: expect.stringContaining('The folder for backups cannot be found') })
  const { failure, failedAt } = await findBackupStatus(shop.store.database, now)
  expect({ failure, failedAt }).toEqual({
    failure: expect.stringContaining(`The folder for backups cannot be found: ${backupDir}.`),
    failedAt: now.toISOString(),
  })
  await mkdir(backupDir)
  now = new Date(now.getTime() + DAY_MS)
  await runIfDue(nightlyJob(options()), signal)
  expect(await findBackupStatus(shop.store.database, now)).toMatchObject({ failure: null, age: 0 })
})

test('a file instead of the folder is reported', async () => {
  const file = join(backupDir, 'file')
  await writeFile(file, '')
  await runIfDue(nightlyJob({ ...options(), backupDir: file }), signal)
  const { failure } = await findBackupStatus(shop.store.database, now)
  expect(failure).toBe(`Backups need a folder, and this is a file: ${file}.`)
})

// The superuser may write everywhere.
test.skipIf(process.getuid?.() === 0)('a read-only folder is reported', async () => {
  await chmod(backupDir, 0o500)
  await runIfDue(nightlyJob(options()), signal)
  const { failure } = await findBackupStatus(shop.store.database, now)
  expect(failure).toBe(`The shop may not write to the folder for backups: ${backupDir}.`)
})
