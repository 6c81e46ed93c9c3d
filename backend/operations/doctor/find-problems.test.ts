import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UNKNOWN_PAGE } from '@shop/contract/visits/pages'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { forgetAdminSecret, readAdminSecret } from '../../admin/access/admin-secret.ts'
import { noteSoldOut } from '../../catalog/stock/sold-out.repository.ts'
import { addMedia } from '../../media/add-media.ts'
import { findMedia, upsertMedia } from '../../media/store/media.repository.ts'
import { writeContent } from '../../media/store/media-content.ts'
import { MODULES } from '../../modules.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { runIfDue } from '../../platform/jobs/daily-job.ts'
import { readSettings, type Settings } from '../../platform/settings/settings.ts'
import { ENGINES, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { openMailServer } from '../../testing/servers/mail-server.ts'
import { buildImage, readTestMedia } from '../../testing/test-catalog.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { countMissingPage } from '../../visits/visits.repository.ts'
import { nightlyJob } from '../backup/nightly-backup.ts'
import { findProblems } from './find-problems.ts'

const SETTINGS = { ...readSettings({}), smtpUrl: null, backupDir: null }
const NOW = new Date('2026-11-22T12:00:00.000Z')

describe.each(ENGINES)('the doctor on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  let opened: TestStore
  let backupDir: string
  beforeEach(async () => {
    opened = await openTestStore(engine)
    backupDir = await mkdtemp(`${tmpdir()}/shop-backups-`)
  })
  afterEach(async () => {
    await opened.close()
    await rm(backupDir, { recursive: true })
  })

  type Changes = Partial<Pick<Settings, 'adminSecret' | 'backupDir' | 'dataDir' | 'smtpUrl'>>
  const examine = (settings: Changes = {}, thorough = false) =>
    findProblems(
      {
        database: opened.store.database,
        settings: { ...SETTINGS, ...opened.location, ...settings },
        clock: () => NOW,
        modules: MODULES,
      },
      { thorough },
    )
  const codes = async (...words: Parameters<typeof examine>) => (await examine(...words)).map(({ code }) => code)

  test('missing settings and a backup that was never made are found, errors first', async () => {
    expect(await codes()).toEqual(expect.arrayContaining(['mail_not_set', 'backup_not_set']))
    expect((await codes())[0]).toBe('mail_not_set')
    const found = await codes({ smtpUrl: 'smtp://127.0.0.1:1', backupDir })
    expect(found).toContain('backup_old')
    expect(found).not.toContain('mail_not_set')
    expect(found).not.toContain('backup_folder')
    expect(await codes({ backupDir: join(backupDir, 'missing') })).toContain('backup_folder')
  })

  test('a database that may only be read is found', async () => {
    expect(await codes()).not.toContain('database_read_only')
    const settings = { ...SETTINGS, ...opened.location, dataDir: join(backupDir, 'nowhere') }
    if (engine === 'sqlite') {
      const found = await findProblems(
        { database: opened.store.database, settings, clock: () => NOW, modules: MODULES },
        { thorough: false },
      )
      expect(found.map(({ code }) => code)).toContain('database_read_only')
    } else {
      await opened.store.database.connection().execute(async (database) => {
        await sql`set default_transaction_read_only = on`.execute(database)
        const found = await findProblems(
          { database, settings, clock: () => NOW, modules: MODULES },
          { thorough: false },
        )
        await sql`set default_transaction_read_only = off`.execute(database)
        expect(found.map(({ code }) => code)).toContain('database_read_only')
      })
    }
  })

  onBoth('a machine without the secret of the others is found, and on SQLite none', async () => {
    const { database } = opened.store
    const code = 'admin_secret_other'
    const own = { dataDir: backupDir, adminSecret: 'the-secret-of-all-machines' }
    await readAdminSecret({ database, settings: { ...opened.location, ...own }, onOtherSecret: () => {} })
    expect(await codes(own)).not.toContain(code)
    for (const adminSecret of ['the-secret-of-this-machine', null]) {
      expect((await codes({ ...own, adminSecret })).includes(code)).toBe(engine === 'postgres')
    }
    await forgetAdminSecret(database)
  })

  test('the reason of the last failed backup is given once', async () => {
    const { database } = opened.store
    const textOf = async (folder: string) => {
      const found = await examine({ backupDir: folder })
      return found.find(({ code }) => code === 'backup_old')?.text
    }
    const missing = join(backupDir, 'missing')
    const log = pino({ level: 'silent' })
    const night = { database, location: opened.location, backupDir: missing, log, clock: () => NOW, modules: MODULES }
    await runIfDue(nightlyJob(night), new AbortController().signal)
    expect(await textOf(missing)).toBe('No nightly backup was made yet.')
    expect(await textOf(backupDir)).toMatch(
      /^No nightly backup was made yet\. What went wrong: The folder for backups cannot be found: .*\.$/,
    )
  })

  onBoth('wrong goods are named with the way to mend them', async () => {
    const { database } = opened.store
    const before = await codes()
    for (const code of ['price_zero', 'alt_missing', 'picture_missing']) expect(before).not.toContain(code)
    const product = database.updateTable('products').where('product_id', '=', '101')
    await product.set({ price_cents: 0, product_name: 'Wrong bag' }).execute()
    await database.updateTable('product_pictures').set({ alt: '' }).where('product_id', '=', '101').execute()
    await database.updateTable('product_pictures').set({ file: 'no.jpg' }).where('product_id', '=', '101').execute()
    const found = await examine()
    for (const code of ['price_zero', 'alt_missing', 'picture_missing']) {
      expect(found.find((finding) => finding.code === code)).toMatchObject({
        text: expect.stringContaining('Wrong bag'),
        remedy: expect.stringMatching(/\.$/),
      })
    }
  })

  onBoth('goods are named once they have been sold out for thirty days, counted anew after each delivery', async () => {
    const { database } = opened.store
    const day = (ago: number) => new Date(NOW.getTime() - ago * 24 * 60 * 60_000)
    const setStock = (stock_quantity: number) =>
      database.updateTable('products').set({ stock_quantity }).where('product_id', '=', '101').execute()
    await database.updateTable('products').set({ product_name: 'Wrong bag' }).where('product_id', '=', '101').execute()
    const names = async () => (await examine()).find(({ code }) => code === 'sold_out')?.text ?? ''
    await setStock(0)
    await noteSoldOut(database, day(31))
    await noteSoldOut(database, day(1))
    expect(await names()).toContain('have been sold out for more than 30 days')
    expect(await names()).toContain('Wrong bag')
    await setStock(5)
    expect(await names()).not.toContain('Wrong bag')
    await noteSoldOut(database, day(29))
    await setStock(0)
    await noteSoldOut(database, day(28))
    expect(await names()).not.toContain('Wrong bag')
  })

  test('a disk with little space is an error, whether of the data or of the backups', async () => {
    const full = { thorough: false, minFreeBytes: Number.MAX_SAFE_INTEGER, minFreeFiles: Number.MAX_SAFE_INTEGER }
    const settings = { ...SETTINGS, backupDir, ...opened.location }
    const context = { database: opened.store.database, settings, clock: () => NOW, modules: MODULES }
    const found = (await findProblems(context, full)).filter(({ code }) => code === 'disk_full')
    expect(found).toMatchObject([
      {
        severity: 'error',
        text: expect.stringMatching(/^Only \d+ MB are free on the disk of the shop\.$/),
        remedy: expect.stringContaining('DATA_DIR'),
      },
      {
        severity: 'error',
        text: expect.stringMatching(/^Only \d+ MB are free on the disk of the backups\.$/),
        remedy: expect.stringContaining('BACKUP_DIR'),
      },
    ])
    const codesNow = (await findProblems(context, { thorough: false, minFreeBytes: 0 })).map(({ code }) => code)
    expect(codesNow).not.toContain('disk_full')
    expect(codesNow).not.toContain('disk_files_full')
    expect((await findProblems(context, full)).map(({ code }) => code)).toContain('disk_files_full')
  })

  onBoth('pages that do not exist are counted over thirty days', async () => {
    const { database } = opened.store
    for (const path of ['/old-list', '/product/gone', '/old-list/'])
      await countMissingPage(database, path, '2026-11-20')
    await countMissingPage(database, '/too-old', '2026-01-01')
    await database
      .insertInto('visits')
      .values([
        { page: UNKNOWN_PAGE, day: '2026-11-20', views: 3 },
        { page: UNKNOWN_PAGE, day: '2026-01-01', views: 9 },
      ])
      .execute()
    expect((await examine()).find(({ code }) => code === 'pages_missing')?.text).toBe(
      'Visitors hit a page that doesn’t exist 3 times in 30 days: /old-list (2 times), /product/gone (once).',
    )
  })

  test('a thorough examination reads every picture, and adding the file again mends a damaged one', async () => {
    const { database } = opened.store
    const damaged = async () => (await examine({}, true)).find(({ code }) => code === 'picture_damaged')?.text ?? ''
    expect(await damaged()).toBe('')
    const path = join(backupDir, 'bag.jpg')
    await writeFile(path, await buildImage(70))
    const add = () => addMedia(database, [{ name: 'bag.jpg', path }], { actor: 'test', clock: () => NOW })
    await add()
    const chunks = database.updateTable('media_chunks').set({ data: new Uint8Array(9) })
    await chunks.where('sha256', '=', (await findMedia(database, 'bag.jpg'))?.sha256 ?? '').execute()
    expect(await damaged()).toBe('These pictures or videos are damaged in the database: bag.jpg.')
    expect(await codes()).not.toContain('picture_damaged')
    expect(await add()).toMatchObject({ replaced: ['bag.jpg'] })
    expect(await damaged()).toBe('')
    expect(await add()).toMatchObject({ unchanged: ['bag.jpg'] })
  })

  test('a thorough examination names the videos of earlier versions that most browsers do not play', async () => {
    const { database } = opened.store
    const store = async (name: string, content: Buffer) => {
      const sha256 = createHash('sha256').update(content).digest('hex')
      const facts = { type: 'video/mp4', width: null, height: null, created_at: NOW.toISOString() } as const
      const media = { name, sha256, hash: sha256.slice(0, 8), bytes: content.length, ...facts }
      async function* bytes() {
        yield content
      }
      await writeContent(database, bytes(), media, NOW)
      await inTransaction(database, (trx) => upsertMedia(trx, media, NOW))
    }
    await store('spin.mp4', readTestMedia('phone.mp4'))
    await store('cut.mp4', readTestMedia('phone.mp4').subarray(0, 2000))
    const hevc = readTestMedia('phone.mp4')
    hevc.write('hvc1', hevc.lastIndexOf('avc1'))
    await store('hevc.mp4', hevc)
    const found = (await examine({}, true)).filter(({ code }) => code === 'video_not_played')
    expect(found.map(({ text }) => text)).toEqual([
      expect.stringContaining('"cut.mp4" is cut off'),
      expect.stringContaining('"hevc.mp4" is in HEVC'),
    ])
    expect(found[0]?.remedy).toContain('Replace the video by one that plays')
    expect(await codes()).not.toContain('video_not_played')
  })

  test('a thorough examination checks the settings', async () => {
    expect(await codes({}, true)).toContain('mailbox_missing')
    expect(await codes()).not.toContain('mailbox_missing')
  })

  test('the email server is tried on request', async () => {
    const server = await openMailServer()
    expect(await codes({ smtpUrl: server.url }, true)).not.toContain('mail_unreachable')
    await server.close()
    expect(await codes({ smtpUrl: server.url }, true)).toContain('mail_unreachable')
    expect(await codes({ smtpUrl: server.url })).not.toContain('mail_unreachable')
  })
})
