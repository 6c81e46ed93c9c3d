import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { imageSizeFromFile } from 'image-size/fromFile'
import pLimit from 'p-limit'

/** The maker's goods as files. */
export const CATALOG_FOLDER = resolve(import.meta.dirname, '../../catalog')

const READERS = 4

/** A photograph or video of the catalog. `hash` is of its content: another picture has another address. */
export type Photo = {
  name: string
  path: string
  hash: string
  kind: 'picture' | 'video'
  bytes: number
  /** When the file was written, as an ISO time. */
  modifiedAt: string
  /** In pixels as it is shown; `null` for a video, and for a picture whose beginning cannot be read. */
  width: number | null
  height: number | null
}

/** What is remembered of photographs from one start to the next. */
export type PhotoRecords = {
  find: (names: readonly string[]) => Promise<Omit<Photo, 'path' | 'kind'>[]>
  save: (photos: readonly Photo[]) => Promise<void>
}

/** `isRecorded`: nothing has changed since the records were made. */
export type SeenPhoto = { photo: Photo; isRecorded: boolean }

export type PhotoShelf = {
  folder: string
  /** A photograph by its bare file name; `null` for anything else, whatever it looks like. */
  find: (name: string) => Promise<Photo | null>
  /** Those of the names that there are, by name. Nothing is written into the records. */
  look: (names: readonly string[]) => Promise<Map<string, SeenPhoto>>
  /** Where a photograph is served, `/images/name.jpg?v=hash`; without the hash when there is no such file. */
  addressOf: (name: string) => Promise<string>
}

// No slash, no backslash, no leading dot, no percent sign: a name of this form cannot leave the folder.
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,150}\.(jpe?g|png|webp|avif|mp4)$/i

/**
 * The photographs of a folder. A replaced file is noticed by its date or size; its content is read only then, and not
 * at all while the records agree with the file's date and size.
 */
export function openPhotoShelf(folder: string = join(CATALOG_FOLDER, 'photos'), records?: PhotoRecords): PhotoShelf {
  const known = new Map<string, SeenPhoto>()

  async function see(name: string, record?: Omit<Photo, 'path' | 'kind'>): Promise<SeenPhoto | null> {
    const file = await statPhoto(folder, name)
    if (file === null) return null
    const before = known.get(name)
    if (before && isSame(before.photo, file)) return before
    const photo = record && isSame(record, file) ? { ...record, ...file } : await readPhoto(file)
    const seen = { photo, isRecorded: photo.hash === record?.hash }
    known.set(name, seen)
    return seen
  }

  async function seeAll(names: readonly string[]): Promise<SeenPhoto[]> {
    const wanted = names.filter(isPhotoName)
    // Without the database the files themselves tell everything, only slower.
    const found = records === undefined ? [] : await records.find(wanted).catch(() => [])
    const byName = new Map(found.map((record) => [record.name, record]))
    const seen = await pLimit(READERS).map(wanted, (name) => see(name, byName.get(name)))
    return seen.filter((one) => one !== null)
  }

  async function find(name: string): Promise<Photo | null> {
    if (!isPhotoName(name)) return null
    const seen = known.has(name) ? await see(name) : (await seeAll([name]))[0]
    if (!seen) return null
    if (!seen.isRecorded && records !== undefined) {
      seen.isRecorded = true
      // When the database is away, the next start makes up for it.
      await records.save([seen.photo]).catch(() => {})
    }
    return seen.photo
  }

  return {
    folder,
    find,
    look: async (names) => new Map((await seeAll(names)).map((seen) => [seen.photo.name, seen])),
    addressOf: async (name) => photoAddress(name, (await find(name))?.hash ?? null),
  }
}

/** Where a photograph is served; `hash` is `null` when it is not known. */
export function photoAddress(name: string, hash: string | null): string {
  return `/images/${encodeURIComponent(name)}${hash === null ? '' : `?v=${hash}`}`
}

export function isPhotoName(name: string): boolean {
  return NAME.test(name)
}

/** The names of all photographs and videos in a folder. */
export async function listPhotoNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(isPhotoName).sort()
}

type PhotoFile = Pick<Photo, 'name' | 'path' | 'kind' | 'bytes' | 'modifiedAt'>

async function statPhoto(folder: string, name: string): Promise<PhotoFile | null> {
  const path = join(folder, name)
  const facts = await stat(path).catch(() => null)
  if (facts === null || !facts.isFile()) return null
  const kind = /\.mp4$/i.test(name) ? 'video' : 'picture'
  return { name, path, kind, bytes: facts.size, modifiedAt: facts.mtime.toISOString() }
}

function isSame(a: Pick<Photo, 'bytes' | 'modifiedAt'>, b: Pick<Photo, 'bytes' | 'modifiedAt'>): boolean {
  return a.bytes === b.bytes && a.modifiedAt === b.modifiedAt
}

async function readPhoto(file: PhotoFile): Promise<Photo> {
  const size = file.kind === 'picture' ? await readSize(file.path) : null
  return { ...file, hash: await contentHash(file.path), width: size?.width ?? null, height: size?.height ?? null }
}

/** In pixels as the picture is shown: a camera notes how it was held. */
async function readSize(path: string): Promise<{ width: number; height: number } | null> {
  const size = await imageSizeFromFile(path).catch(() => null)
  if (size === null) return null
  const { width, height, orientation = 1 } = size
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

/** Read piece by piece: a video may be larger than the memory the shop allows itself. */
async function contentHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex').slice(0, 8)
}
