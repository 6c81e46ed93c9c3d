import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import { coalesced } from '../../platform/lib/coalesced.ts'
import { findMedia } from './media.repository.ts'
import { isMediaName, MEDIA_TYPES, type Media, mediaUrl } from './media.ts'
import { readContent } from './media-content.ts'

/** Each takes about 300 bytes. */
const MAX_KNOWN = 10_000

export type MediaStore = {
  /** `null` for any other text. */
  find: (name: string) => Promise<Media | null>
  /** The original's path; written from the database when missing. */
  fileOf: (media: Media) => Promise<string>
  read: (media: Media) => AsyncIterable<Uint8Array>
  /** `/images/name.jpg?v=hash`; without the hash for an unknown picture. */
  urlOf: (name: string) => Promise<string>
}

declare module '../../platform/context.ts' {
  interface Context {
    media: MediaStore
  }
}

type MediaStoreOptions = {
  database: Database
  /** Its files can be recreated. */
  folder: string
  /** Invalidates cached names. */
  version: () => number
  /** For a name missing in the database; true when it was imported since. */
  importPhoto?: (name: string) => Promise<boolean>
}

/** Finds cached names also while the database is unavailable. */
export function openMediaStore({ database, folder, version, importPhoto }: MediaStoreOptions): MediaStore {
  const known = new LRUCache<string, { media: Media; version: number }>({ max: MAX_KNOWN })
  const fileOf = openOriginalCache(database, folder)

  async function find(name: string): Promise<Media | null> {
    if (!isMediaName(name)) return null
    const [now, before] = [version(), known.get(name)]
    if (before?.version === now) return before.media
    const media = await findOrImport(name).catch((error: unknown) => before?.media ?? rethrow(error))
    if (media === null) known.delete(name)
    else if (media !== before?.media) known.set(name, { media, version: now })
    return media
  }

  async function findOrImport(name: string): Promise<Media | null> {
    const media = await findMedia(database, name)
    if (media !== null || importPhoto === undefined || !(await importPhoto(name))) return media
    return findMedia(database, name)
  }

  return {
    find,
    fileOf,
    read: (media) => readContent(database, media),
    urlOf: async (name) => mediaUrl(name, (await find(name))?.hash ?? null),
  }
}

function rethrow(error: unknown): never {
  throw error
}

/** Within the folder of variants. */
const ORIGINALS_FOLDER = 'originals'

export function originalFile({ sha256, type }: Pick<Media, 'sha256' | 'type'>): string {
  return join(ORIGINALS_FOLDER, `${sha256}${MEDIA_TYPES[type]}`)
}

/** Originals as files, for the resizer and range requests; written from the database on first use. */
function openOriginalCache(database: Database, folder: string): (media: Media) => Promise<string> {
  const once = coalesced<void>()
  return async (media) => {
    const path = join(folder, originalFile(media))
    const known = await stat(path).catch(() => null)
    if (known?.size === media.bytes) return path
    await once(path, () => write(database, media, path))
    return path
  }
}

/** Under a temporary name, so no one reads a partial file. */
async function write(database: Database, media: Media, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await pipeline(readContent(database, media), createWriteStream(draft))
    // Every node sends the same date, so a download can continue at another node.
    await utimes(draft, new Date(media.created_at), new Date(media.created_at))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
