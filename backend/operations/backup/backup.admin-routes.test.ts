import { mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminBackups, type Backups, backupFilePath } from '@shop/contract/backups/admin'
import { adminToday } from '@shop/contract/today/admin'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { claimJob } from '../../platform/jobs/jobs.repository.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { fillDiskOfFiles } from '../../testing/servers/full-disk.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { checkBackup } from './restore-backup.ts'

describe('backups in the admin', () => {
  let shop: TestShop
  let folder: string
  let owner: AdminVisitor
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shop-backups-'))
    shop = await openTestShop('sqlite', {}, { BACKUP_DIR: folder })
    owner = await signInAs(shop, 'owner')
  })
  beforeEach(async () => {
    await mkdir(folder, { recursive: true })
    await shop.store.database.deleteFrom('jobs').execute()
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  afterAll(() => shop.close())

  const list = async (): Promise<Backups> => (await owner.call(adminBackups.listBackups)).json()
  const finished = async () => {
    await expect.poll(async () => (await list()).task?.state).not.toBe('running')
    return (await list()).task
  }
  const download = (name: string, visitor = owner) => visitor.call({ method: 'GET', path: backupFilePath(name) })

  test('an owner makes a backup, checks it and downloads what can be restored', async () => {
    const { name } = (await owner.call(adminBackups.createBackup)).json()
    expect(await finished()).toMatchObject({ kind: 'create', name, state: 'done', failure: null })
    expect((await list()).backups).toMatchObject([{ name, origin: 'by_hand', bytes: expect.any(Number) }])

    expect((await owner.call(adminBackups.checkBackup, { name })).statusCode).toBe(200)
    const checked = await finished()
    expect(checked).toMatchObject({ kind: 'check', name, state: 'done' })
    expect(checked?.contents?.rows).toBeGreaterThan(50)

    const response = await download(name)
    expect(response.headers).toMatchObject({
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    })
    const file = join(folder, 'downloaded.tar')
    await writeFile(file, response.rawPayload)
    expect((await checkBackup({ file, folder: tmpdir(), now: new Date(0) })).rows).toBe(checked?.contents?.rows)
    const actions = await shop.store.database.selectFrom('audit_log').select(['action', 'actor']).execute()
    expect(actions.slice(-2)).toEqual([
      { action: 'backup.made', actor: 'owner@shop.example' },
      { action: 'backup.downloaded', actor: 'owner@shop.example' },
    ])
  })

  test('a damaged backup is found out by the check', async () => {
    const { name } = (await owner.call(adminBackups.createBackup)).json()
    await finished()
    await truncate(join(folder, name), 4000)
    await owner.call(adminBackups.checkBackup, { name })
    expect(await finished()).toMatchObject({ state: 'failed', failure: expect.stringMatching(/\.$/) })
    expect((await readdir(shop.settings.dataDir)).filter((file) => file.startsWith('backup-check-'))).toEqual([])
  })

  test('a missing folder is reported in plain words, before and after a try, and among what there is to do', async () => {
    await rm(folder, { recursive: true })
    expect((await list()).problem).toBe(
      `The folder for backups cannot be found: ${folder}. If it is on a disk of its own, please check that the disk is connected.`,
    )
    await owner.call(adminBackups.createBackup)
    expect(await finished()).toMatchObject({ state: 'failed', failure: expect.stringContaining(folder) })
    const { findings } = (await owner.call(adminToday.getToday)).json()
    expect(findings).toContainEqual(expect.objectContaining({ code: 'backup_folder', severity: 'error' }))
  })

  test('a disk that fills up during a backup is reported in plain words, and nothing half-written is left', async () => {
    onTestFinished(await fillDiskOfFiles(folder))
    const { name } = (await owner.call(adminBackups.createBackup)).json()
    expect(await finished()).toMatchObject({
      state: 'failed',
      failure: `There is no room left on the disk for this; nothing half-written was left behind: ${join(folder, name)}.`,
    })
    expect(await readdir(folder)).toEqual([])
  })

  test('files that a killed backup has left behind are deleted by the next one', async () => {
    const nightly = 'shop-2026-11-22.tar.0123abcd.partial'
    for (const file of [nightly, 'by-hand-2026-11-22T030000Z.tar.0123abcd.partial'])
      await writeFile(join(folder, file), '')
    const { name } = (await owner.call(adminBackups.createBackup)).json()
    await finished()
    expect((await readdir(folder)).sort()).toEqual([name, nightly].sort())
  })

  test('one is made at a time, and one whose node died is reported as interrupted', async () => {
    const soon = new Date(shop.clock().getTime() + 1)
    const claim = { name: 'backup_task', holder: 'other', now: shop.clock(), dueSince: soon, retryAfter: soon }
    await claimJob(shop.store.database, { ...claim, leasedUntil: new Date(shop.clock().getTime() + 60_000) })
    const note = { kind: 'create', name: 'x', started_at: '', step: 'writing', done: 1, total: 2, contents: null }
    await shop.store.database
      .updateTable('jobs')
      .set({ note: JSON.stringify(note) })
      .execute()
    expect((await list()).task).toMatchObject({ state: 'running', done: 1, total: 2 })
    expect((await owner.call(adminBackups.createBackup)).statusCode).toBe(409)
    shop.passTime(61_000)
    expect((await list()).task).toMatchObject({ state: 'interrupted' })
    expect((await owner.call(adminBackups.createBackup)).statusCode).toBe(200)
    expect(await finished()).toMatchObject({ state: 'done' })
  })

  test('no other file is downloaded or checked', async () => {
    await writeFile(join(folder, '.env'), 'secret')
    for (const name of ['../shop.sqlite', 'shop.sqlite', '.env', 'by-hand-2026-11-22T000000Z.tar']) {
      expect((await download(name)).statusCode).toBe(404)
      expect((await owner.call(adminBackups.checkBackup, { name })).statusCode).toBe(404)
    }
  })

  test('a helper has no access to backups', async () => {
    const { name } = (await owner.call(adminBackups.createBackup)).json()
    await finished()
    const helper = await signInAs(shop, 'helper')
    const statuses = await Promise.all([
      helper.call(adminBackups.listBackups),
      helper.call(adminBackups.createBackup),
      helper.call(adminBackups.checkBackup, { name }),
      download(name, helper),
    ])
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  })
})

test('without BACKUP_DIR backups by hand are made in DATA_DIR, and the page says so', async () => {
  const shop = await openTestShop('sqlite')
  const owner = await signInAs(shop, 'owner')
  const folder = join(shop.settings.dataDir, 'backups')
  const list = async (): Promise<Backups> => (await owner.call(adminBackups.listBackups)).json()
  expect(await list()).toMatchObject({ folder, has_backup_dir: false, problem: null, backups: [], task: null })
  const { name } = (await owner.call(adminBackups.createBackup)).json()
  await expect.poll(async () => (await list()).task).toMatchObject({ state: 'done' })
  expect(await readdir(folder)).toEqual([name])
  await shop.close()
})
