import { createHash } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { adminAudit } from '@shop/contract/audit/admin'
import { describe, expect, test } from 'vitest'
import { writeAudit } from '../admin/audit/audit.repository.ts'
import { createBackup } from '../operations/backup/create-backup.ts'
import { restoreBackup } from '../operations/backup/restore-backup.ts'
import { inTransaction, openExistingStore } from '../platform/database/database.ts'
import { signInAs } from '../testing/admin-visitor.ts'
import { openEmptyDatabase } from '../testing/files/backup-fixtures.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { buildImage, readTestMedia } from '../testing/test-catalog.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { mediaState, mediaSubject } from './add-media.ts'
import { findMedia, listContents, upsertMedia } from './store/media.repository.ts'
import type { Media } from './store/media.ts'
import { readContent, writeContent } from './store/media-content.ts'
import { originalFile } from './store/media-store.ts'
import { startStripping, stripStored } from './strip-stored.ts'

describe.each(BOTH_ENGINES)('what earlier versions stored on %s', (engine) => {
  const shop = eachTestShop(engine)
  const db = () => shop.store.database
  const lines: object[] = []
  const log = {
    info: (line: object) => void lines.push(line),
    warn: (line: object) => void lines.push(line),
    error: () => {},
  }
  const run = () => stripStored({ database: db(), dataDir: shop.settings.dataDir, log, clock: shop.clock })

  /** Stores a photo as earlier versions did, with its entry in the audit log. */
  async function store(name: string, content: Buffer, before: Media | null): Promise<Media> {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const facts = { type: 'image/jpeg', width: 1200, height: 800, created_at: shop.clock().toISOString() } as const
    const media: Media = { name, sha256, hash: sha256.slice(0, 8), bytes: content.length, ...facts }
    async function* bytes() {
      yield content
    }
    await writeContent(db(), bytes(), media, shop.clock())
    await inTransaction(db(), async (trx) => {
      await upsertMedia(trx, media, shop.clock())
      const action = before === null ? 'picture.added' : 'picture.replaced'
      const states = { before: before && mediaState(before), after: mediaState(media) }
      await writeAudit(trx, { at: shop.clock(), actor: 'command', action, subject: mediaSubject(name), ...states })
    })
    return media
  }

  async function contentOf(media: Media | null, database = db()): Promise<Buffer> {
    const all: Uint8Array[] = []
    if (media !== null) for await (const some of readContent(database, media)) all.push(some)
    return Buffer.concat(all)
  }

  test('no longer says where it was taken, also what an undo brings back, and a second run finds nothing', async () => {
    const photo = readTestMedia('phone-gps.jpg')
    const old = await store('bag.jpg', photo, null)
    const other = await store('bag.jpg', Buffer.concat([await buildImage(30), photo]), old)
    const original = join(shop.settings.dataDir, 'images', originalFile(old))
    await mkdir(dirname(original), { recursive: true })
    await writeFile(original, photo)
    await run()
    const media = await findMedia(db(), 'bag.jpg')
    expect([media?.sha256 === other.sha256, media?.hash]).toEqual([false, media?.sha256.slice(0, 8)])
    expect((await contentOf(media)).length).toBe(media?.bytes)
    const hashes = (await listContents(db())).map(({ sha256 }) => sha256)
    expect([hashes.includes(old.sha256), hashes.includes(other.sha256)]).toEqual([false, false])
    await expect(stat(original)).rejects.toThrow('ENOENT')

    const owner = await signInAs(shop, 'owner')
    const { id } = await db()
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'picture.replaced')
      .executeTakeFirstOrThrow()
    expect((await owner.call(adminAudit.undoChange, { id })).statusCode).toBe(200)
    const earlier = await contentOf(await findMedia(db(), 'bag.jpg'))
    expect([photo.includes('Phone'), earlier.includes('Phone'), earlier.length > 20_000]).toEqual([true, false, true])
    const count = lines.length
    await run()
    expect(lines.length).toBe(count)
  })

  test('of a QuickTime movie no longer says where it was taken either', async () => {
    const movie = Buffer.concat([readTestMedia('phone.mp4'), Buffer.from('\0\0\0\x14uuidSECRETPLACE!', 'latin1')])
    movie.write('qt  ', 8, 'latin1')
    await store('film.mp4', movie, null)
    await run()
    const stored = await contentOf(await findMedia(db(), 'film.mp4'))
    expect([movie.includes('SECRETPLACE'), stored.includes('SECRETPLACE')]).toEqual([true, false])
    expect(stored.length).toBe(movie.length)
  })

  test('and is damaged stays as it is, and is logged', async () => {
    const media = await store('bag.jpg', readTestMedia('phone-gps.jpg'), null)
    const { data } = await db()
      .selectFrom('media_chunks')
      .select('data')
      .where('sha256', '=', media.sha256)
      .executeTakeFirstOrThrow()
    const changed = Buffer.from(data)
    changed[changed.length - 100] = (changed[changed.length - 100] ?? 0) ^ 1
    await db().updateTable('media_chunks').set({ data: changed }).where('sha256', '=', media.sha256).execute()
    await run()
    expect((await findMedia(db(), 'bag.jpg'))?.sha256).toBe(media.sha256)
    expect(lines).toContainEqual({ sha256: media.sha256 })
  })

  test('comes back with an earlier backup, and is taken out again', async () => {
    const options = { dataDir: shop.settings.dataDir, log, clock: shop.clock }
    await runOnce({ ...options, database: db() })
    await store('bag.jpg', readTestMedia('phone-gps.jpg'), null)
    const file = join(shop.settings.dataDir, 'shop.tar')
    const { databaseUrl, dataDir } = shop.settings
    await createBackup({ location: { databaseUrl, dataDir }, file, now: shop.clock() })
    const empty = await openEmptyDatabase(engine)
    await restoreBackup({ location: empty.location, file })
    const { database, close } = await openExistingStore(empty.location)
    expect((await contentOf(await findMedia(database, 'bag.jpg'), database)).includes('Phone')).toBe(true)
    await runOnce({ ...options, database })
    const stripped = await contentOf(await findMedia(database, 'bag.jpg'), database)
    expect([stripped.includes('Phone'), stripped.length > 20_000]).toEqual([false, true])
    await close()
    await empty.close()
  })
})

/** Runs the job of a start to its end. */
async function runOnce(options: Parameters<typeof startStripping>[0]): Promise<void> {
  const isDone = async () =>
    (await options.database.selectFrom('jobs').select('succeeded_at').where('name', '=', 'strip-media').execute())[0]
  const worker = startStripping(options)
  await expect.poll(isDone).toMatchObject({ succeeded_at: expect.any(String) })
  await worker.close()
}
