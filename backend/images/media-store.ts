import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { imageSizeFromFile } from 'image-size/fromFile'
import pLimit from 'p-limit'

const READERS = 4

/** A photograph or video of the catalog. `hash` is the SHA-256 of its content and part of its URL. */
export type MediaFile = {
  name: string
  path: string
  hash: string
  kind: 'picture' | 'video'
  bytes: number
  /** Modification time of the file, ISO. */
  modifiedAt: string
  /** In pixels as shown; `null` for a video, and for a picture whose header cannot be read. */
  width: number | null
  height: number | null
}

/** Stored metadata of photographs. */
export type MediaRecords = {
  find: (names: readonly string[]) => Promise<Omit<MediaFile, 'path' | 'kind'>[]>
  save: (photos: readonly MediaFile[]) => Promise<void>
}

/** `isRecorded`: the stored record is current. */
export type InspectedFile = { file: MediaFile; isRecorded: boolean }

export type MediaStore = {
  folder: string
  /** A photograph by file name; `null` for anything else. */
  find: (name: string) => Promise<MediaFile | null>
  /** The readable files among these, by name. Does not update the records. */
  inspect: (names: readonly string[]) => Promise<Map<string, InspectedFile>>
  /** The URL of a photograph, `/images/name.jpg?v=hash`; without the hash when there is no such file. */
  urlOf: (name: string) => Promise<string>
}

declare module '../context.ts' {
  interface Context {
    media: MediaStore
  }
}

// No slash, backslash, leading dot or percent sign: such a name cannot leave the folder.
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,150}\.(jpe?g|png|webp|avif|mp4)$/i

/**
 * The photographs of a folder. A replaced file is recognized by its date or size; content is read only then, and not at
 * all while a record has the same date and size.
 */
export function openMediaStore(folder: string, records?: MediaRecords): MediaStore {
  const known = new Map<string, InspectedFile>()

  async function inspectFile(name: string, record?: Omit<MediaFile, 'path' | 'kind'>): Promise<InspectedFile | null> {
    const file = await statMediaFile(folder, name)
    if (file === null) return null
    const before = known.get(name)
    if (before && isSame(before.file, file)) return before
    const media = record && isSame(record, file) ? { ...record, ...file } : await readMediaFile(file)
    const inspected = { file: media, isRecorded: media.hash === record?.hash }
    known.set(name, inspected)
    return inspected
  }

  async function inspectAll(names: readonly string[], failed = rethrow): Promise<InspectedFile[]> {
    const wanted = names.filter(isMediaName)
    // Without the database everything is read from the files, only slower.
    const found = records === undefined ? [] : await records.find(wanted).catch(() => [])
    const byName = new Map(found.map((record) => [record.name, record]))
    const inspected = await pLimit(READERS).map(wanted, (name) => inspectFile(name, byName.get(name)).catch(failed))
    return inspected.filter((one) => one !== null)
  }

  async function find(name: string): Promise<MediaFile | null> {
    if (!isMediaName(name)) return null
    const inspected = known.has(name) ? await inspectFile(name) : (await inspectAll([name]))[0]
    if (!inspected) return null
    if (!inspected.isRecorded && records !== undefined) {
      inspected.isRecorded = true
      // If the database is unavailable, the next start records it.
      await records.save([inspected.file]).catch(() => {})
    }
    return inspected.file
  }

  return {
    folder,
    find,
    inspect: async (names) =>
      new Map((await inspectAll(names, () => null)).map((inspected) => [inspected.file.name, inspected])),
    urlOf: async (name) => mediaUrl(name, (await find(name))?.hash ?? null),
  }
}

function rethrow(error: unknown): null {
  throw error
}

/** The URL of a photograph; `hash` is `null` when unknown. */
export function mediaUrl(name: string, hash: string | null): string {
  return `/images/${encodeURIComponent(name)}${hash === null ? '' : `?v=${hash}`}`
}

export function isMediaName(name: string): boolean {
  return NAME.test(name)
}

/** Names of all photographs and videos in a folder. */
export async function listMediaNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter(isMediaName).sort()
}

type MediaStat = Pick<MediaFile, 'name' | 'path' | 'kind' | 'bytes' | 'modifiedAt'>

async function statMediaFile(folder: string, name: string): Promise<MediaStat | null> {
  const path = join(folder, name)
  const facts = await stat(path).catch(() => null)
  if (facts === null || !facts.isFile()) return null
  const kind = /\.mp4$/i.test(name) ? 'video' : 'picture'
  return { name, path, kind, bytes: facts.size, modifiedAt: facts.mtime.toISOString() }
}

function isSame(a: Pick<MediaFile, 'bytes' | 'modifiedAt'>, b: Pick<MediaFile, 'bytes' | 'modifiedAt'>): boolean {
  return a.bytes === b.bytes && a.modifiedAt === b.modifiedAt
}

async function readMediaFile(file: MediaStat): Promise<MediaFile> {
  const size = file.kind === 'picture' ? await readSize(file.path) : null
  return { ...file, hash: await contentHash(file.path), width: size?.width ?? null, height: size?.height ?? null }
}

/** In pixels as shown: EXIF orientation is applied. */
async function readSize(path: string): Promise<{ width: number; height: number } | null> {
  const size = await imageSizeFromFile(path).catch(() => null)
  if (size === null) return null
  const { width, height, orientation = 1 } = size
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

/** Streamed, since videos may be larger than the available memory. */
async function contentHash(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex').slice(0, 8)
}
