import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@shop/contract/durations'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { removeMedia } from '../../pages/remove-media.ts'
import { readCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { BOTH_ENGINES, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { buildImage, buildVideo } from '../../testing/test-catalog.ts'
import { addMedia } from '../add-media.ts'
import { CHUNK_BYTES, deleteMedia, deleteUnusedMedia, findMedia, upsertMedia } from './media.repository.ts'
import type { Media } from './media.ts'
import { readContent } from './media-content.ts'
import { type MediaStore, openMediaStore } from './media-store.ts'

describe.each(BOTH_ENGINES)('media on %s', (engine) => {
  let opened: TestStore
  let folder: string
  let version: number
  let media: MediaStore
  beforeEach(async () => {
    opened = await openTestStore(engine)
    folder = await mkdtemp(join(tmpdir(), 'shop-media-'))
    version = 1
    media = openMediaStore({ database: opened.store.database, folder: join(folder, 'copies'), version: () => version })
  })
  afterEach(async () => {
    await opened.close()
    await rm(folder, { recursive: true })
  })

  const now = new Date('2026-11-22T04:00:00.000Z')
  const options = { actor: 'test', clock: () => now }
  const add = async (name: string, content: Uint8Array) => {
    const path = join(folder, 'upload')
    await writeFile(path, content)
    const result = await addMedia(opened.store.database, [{ name, path }], options)
    version += 1
    return result
  }
  const getMedia = async (name: string): Promise<Media> => {
    const found = await media.find(name)
    if (found === null) throw new Error(`${name} is missing`)
    return found
  }
  const countChunks = async (sha256: string) =>
    (await opened.store.database.selectFrom('media_chunks').select('position').where('sha256', '=', sha256).execute())
      .length

  test.each([
    ['hash', '/../../../../outside/pwned'],
    ['sha256', '../../../outside'],
  ] as const)(
    'a %s in the database that would lead out of the folder is neither read nor written',
    async (column, value) => {
      const { database } = opened.store
      await add('bag.jpg', await buildImage(20))
      const known = await getMedia('bag.jpg')
      await database
        .updateTable('media')
        .set({ [column]: value })
        .where('name', '=', 'bag.jpg')
        .execute()
      await expect(findMedia(database, 'bag.jpg')).rejects.toThrow('are not valid')
      const write = inTransaction(database, (trx) => upsertMedia(trx, { ...known, [column]: value }, now))
      await expect(write).rejects.toThrow('are not valid')
    },
  )

  test('a video larger than one chunk is read back unchanged', async () => {
    const video = buildVideo(2 * CHUNK_BYTES + 17)
    expect(await add('clip.mp4', video)).toMatchObject({ added: ['clip.mp4'], problems: [] })
    const found = await getMedia('clip.mp4')
    expect(found).toMatchObject({ type: 'video/mp4', bytes: video.length, width: null, height: null })
    expect(await countChunks(found.sha256)).toBe(3)
    expect((await readFile(await media.fileOf(found))).equals(video)).toBe(true)
  })

  test('concurrent requests write an original once; a deleted or truncated file is written again', async () => {
    const picture = await buildImage(200)
    await add('bag.jpg', picture)
    const found = await getMedia('bag.jpg')
    const [path, same] = await Promise.all([media.fileOf(found), media.fileOf(found)])
    expect(same).toBe(path)
    await rm(join(folder, 'copies'), { recursive: true })
    expect((await readFile(await media.fileOf(found))).equals(picture)).toBe(true)
    await writeFile(path, picture.subarray(0, 100))
    expect((await readFile(await media.fileOf(found))).equals(picture)).toBe(true)
    expect(await readdir(join(folder, 'copies', 'originals'))).toHaveLength(1)
  })

  test('a picture that is damaged in the database is not served', async () => {
    await add('bag.jpg', await buildImage(100))
    const found = await getMedia('bag.jpg')
    await opened.store.database
      .updateTable('media_chunks')
      .set({ data: new Uint8Array(found.bytes) })
      .where('sha256', '=', found.sha256)
      .execute()
    await expect(media.fileOf(found)).rejects.toThrow('damaged')
    await opened.store.database.deleteFrom('media_chunks').where('sha256', '=', found.sha256).execute()
    await expect(readContent(opened.store.database, found).next()).rejects.toThrow('missing')
  })

  test('a replaced picture has a new URL at once, an identical one keeps it', async () => {
    await add('bag.jpg', await buildImage(100))
    const before = await getMedia('bag.jpg')
    const unchanged = await readCatalogVersion(opened.store.database)
    expect(await add('bag.jpg', await readFile(await media.fileOf(before)))).toMatchObject({ unchanged: ['bag.jpg'] })
    expect(await readCatalogVersion(opened.store.database)).toBe(unchanged)
    expect(await add('bag.jpg', await buildImage(120))).toMatchObject({ replaced: ['bag.jpg'] })
    expect(await getMedia('bag.jpg')).toMatchObject({ width: 120 })
    expect(await media.urlOf('bag.jpg')).not.toContain(before.hash)
    expect(await readCatalogVersion(opened.store.database)).toBe(unchanged + 1)
  })

  test('pictures that were found before are found while the database is unavailable', async () => {
    await add('bag.jpg', await buildImage(100))
    const found = await getMedia('bag.jpg')
    await media.fileOf(found)
    await opened.store.close()
    expect(await media.find('bag.jpg')).toEqual(found)
    version += 1
    expect(await media.find('bag.jpg')).toEqual(found)
    expect(await readFile(await media.fileOf(found))).toHaveLength(found.bytes)
    await expect(media.find('other.jpg')).rejects.toThrow()
  })

  test('a content is deleted 30 days after its last name', async () => {
    const { database } = opened.store
    const picture = await buildImage(90)
    await add('one.jpg', picture)
    await add('two.jpg', picture)
    const { sha256 } = await getMedia('one.jpg')
    const later = (days: number) => new Date(now.getTime() + days * DAY_MS)
    const sweep = (days: number) => deleteUnusedMedia(database, later(days - 30).toISOString())
    await inTransaction(database, (trx) => deleteMedia(trx, 'one.jpg', now))
    expect(await sweep(40)).toBe(0)
    await inTransaction(database, (trx) => deleteMedia(trx, 'two.jpg', later(40)))
    expect(await sweep(69)).toBe(0)
    expect(await countChunks(sha256)).toBe(1)
    expect(await sweep(71)).toBe(1)
    expect(await countChunks(sha256)).toBe(0)
  })

  test('a picture that a product shows is not removed, and the message names the product', async () => {
    const { database } = opened.store
    const shown = 'campus-slim-blue-quarter.jpg'
    expect(await removeMedia({ database, ...options }, shown)).toContain('Product 101')
    expect(await findMedia(database, shown)).not.toBeNull()
    await add('extra.jpg', await buildImage(30))
    expect(await removeMedia({ database, ...options }, 'extra.jpg')).toBeNull()
    expect(await findMedia(database, 'extra.jpg')).toBeNull()
    expect(await removeMedia({ database, ...options }, 'extra.jpg')).toBe('There is no picture "extra.jpg".')
  })

  test('adding, replacing and removing a picture are undone from the audit log', async () => {
    const { database } = opened.store
    const undo = (id: number) => undoChange({ database, ...options, rules: UNDO_RULES }, id)
    const widthNow = async () => (await findMedia(database, 'own.jpg'))?.width
    const first = await buildImage(30)
    for (const content of [first, first, await buildImage(40)]) await add('own.jpg', content)
    await removeMedia({ database, ...options }, 'own.jpg')
    expect((await listAudit(database, { subject: { kind: 'picture', id: 'own.jpg' } }, 9)).reverse()).toMatchObject([
      { id: 1, action: 'picture.added', actor: 'test', before: null, after: { width: 30 } },
      { id: 2, action: 'picture.replaced', before: { width: 30 }, after: { width: 40 } },
      { id: 3, action: 'picture.removed', before: { width: 40 }, after: null },
    ])
    await expect(undo(1)).rejects.toThrow('because of a later one: change 3 (picture removed, by ')
    await undo(3)
    expect(await widthNow()).toBe(40)
    await undo(2)
    expect(await widthNow()).toBe(30)
    const shows = { product_id: '101', position: 99, file: 'own.jpg', alt: '' }
    await database.insertInto('product_pictures').values(shows).execute()
    await expect(undo(1)).rejects.toThrow('Product 101 shows "own.jpg" now.')
    await database.deleteFrom('product_pictures').where('file', '=', 'own.jpg').execute()
    await undo(1)
    expect(await findMedia(database, 'own.jpg')).toBeNull()
    await add('own.jpg', first)
    await removeMedia({ database, ...options }, 'own.jpg')
    await deleteUnusedMedia(database, '2027-01-01')
    const [removal] = await listAudit(database, { subject: { kind: 'picture', id: 'own.jpg' } }, 1)
    await expect(undo(removal?.id ?? 0)).rejects.toThrow('The earlier "own.jpg" is no longer stored.')
  })
})
