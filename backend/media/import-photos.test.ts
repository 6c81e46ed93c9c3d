import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import type { Database } from '../platform/database/database.ts'
import { openTestStore, type TestStore } from '../testing/servers/engines.ts'
import { buildImage } from '../testing/test-catalog.ts'
import { startPhotoImport } from './import-photos.ts'
import { findMedia, listMedia } from './store/media.repository.ts'
import { openMediaStore } from './store/media-store.ts'

let opened: TestStore
let database: Database
let folder: string
let lines: string[]
beforeEach(async () => {
  opened = await openTestStore('sqlite')
  database = opened.store.database
  folder = await mkdtemp(join(tmpdir(), 'shop-photos-'))
  lines = []
  // A shop of the previous version.
  await database.deleteFrom('media').execute()
  await database.updateTable('catalog_meta').set({ version: 0 }).where('id', '=', 'photos').execute()
})
afterEach(async () => {
  await opened.close()
  await rm(folder, { recursive: true })
})

const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
const start = () => startPhotoImport({ database, folder, log })
const names = async () => (await listMedia(database)).map(({ name }) => name)
const fill = async (count: number) => {
  const picture = await buildImage(20)
  for (let index = 0; index < count; index += 1) {
    await writeFile(join(folder, `photo-${index}.jpg`), [picture, Buffer.from(String(index))])
  }
}

test('the import of photographs takes every picture, also those without a product, and logs it once', async () => {
  await fill(23)
  await writeFile(join(folder, 'README.md'), 'No picture.')
  const before = await readCatalogVersion(database)
  await (await start())?.done
  expect(await names()).toHaveLength(23)
  expect(await readCatalogVersion(database)).toBeGreaterThan(before)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ count: 23, folder }])
  expect(await start()).toBeNull()
})

test('the import of photographs skips files that cannot be shown, and logs their names', async () => {
  await fill(1)
  await writeFile(join(folder, 'words.jpg'), 'This is no picture.')
  await (await start())?.done
  expect(await names()).toEqual(['photo-0.jpg'])
  expect(lines.join('')).toContain('words.jpg')
})

test('a file that cannot be read is not said to be missing', async () => {
  await fill(1)
  // Neither may root open a link to itself.
  await symlink(join(folder, 'loop.jpg'), join(folder, 'loop.jpg'))
  await (await start())?.done
  expect(await names()).toEqual(['photo-0.jpg'])
  expect(lines.join('')).toContain('is there, but the shop may not or cannot read it (ELOOP)')
  expect(lines.join('')).not.toContain('there is no photograph')
})

test('a folder that cannot be read is named in the log, and the next start tries again', async () => {
  await rm(folder, { recursive: true })
  await symlink(folder, folder)
  await (await start())?.done
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ folder, error: { code: 'ELOOP' } }])
  await rm(folder)
  await mkdir(folder)
  await fill(1)
  await (await start())?.done
  expect(await names()).toEqual(['photo-0.jpg'])
})

test('the import of photographs continues where it was stopped, and imports nothing twice', async () => {
  await fill(40)
  const stopped = await start()
  await stopped?.close()
  await (await start())?.done
  expect(await names()).toHaveLength(40)
})

test('the import of photographs takes a requested picture at once', async () => {
  await fill(1)
  const photos = await start()
  await database.deleteFrom('media').execute()
  const importPhoto = async (name: string) => (await photos?.importNow(name)) ?? false
  const media = openMediaStore({ database, folder: join(folder, 'copies'), version: () => 1, importPhoto })
  expect(await media.find('photo-0.jpg')).toMatchObject({ width: 20 })
  expect(await media.find('nothing.jpg')).toBeNull()
  await photos?.close()
})

test('the import of photographs does not restore a picture that has been replaced', async () => {
  await fill(1)
  await (await start())?.done
  const before = await findMedia(database, 'photo-0.jpg')
  await database.updateTable('catalog_meta').set({ version: 0 }).where('id', '=', 'photos').execute()
  await writeFile(join(folder, 'photo-0.jpg'), await buildImage(30))
  await (await start())?.done
  expect(await findMedia(database, 'photo-0.jpg')).toEqual(before)
})

const REPLACED = 'raincover-grey-quarter.jpg'
const OLD_SHA256 = 'b3117f6d9a8cf9fd0fd3bb7f7dc14b89ddfa417203346ce89a7d36ded1d0e643'

test.each([
  ['a demo photograph that a later release replaced is replaced', REPLACED, OLD_SHA256, 'new'],
  ['a picture of the family under the same name stays', REPLACED, null, 'own'],
  ['a photograph that the release added is added', 'hero-wide.jpg', undefined, 'new'],
  ['a photograph that the family removed stays away', 'pair.jpg', undefined, undefined],
] as const)('in a shop of the first release %s', async (_case, name, sha256, expected) => {
  const contents = { own: await buildImage(20), new: await buildImage(30) }
  if (sha256 !== undefined) {
    await writeFile(join(folder, name), contents.own)
    await (await start())?.done
    if (sha256 !== null) await database.updateTable('media').set({ sha256 }).where('name', '=', name).execute()
  }
  await database.updateTable('catalog_meta').set({ version: 2 }).where('id', '=', 'photos').execute()
  await writeFile(join(folder, name), contents.new)
  await (await start())?.done
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect((await findMedia(database, name))?.sha256).toBe(expected && hashOf(contents[expected]))
})
