import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'
import { findMedia } from './media.repository.ts'
import { isMediaName, type Media, mediaUrl } from './media.ts'
import { readContent } from './media-content.ts'
import { openOriginalCache } from './original-cache.ts'

/** Names that are remembered; each takes about 300 bytes. */
const MAX_KNOWN = 10_000

export type MediaStore = {
  /** A picture or video by its name; `null` for anything else, whatever it looks like. */
  find: (name: string) => Promise<Media | null>
  /** The path of the original as a file, written from the database when it is not there. */
  fileOf: (media: Media) => Promise<string>
  /** The original in pieces. */
  read: (media: Media) => AsyncIterable<Uint8Array>
  /** Where a picture is served, `/images/name.jpg?v=hash`; without the hash when there is no such picture. */
  urlOf: (name: string) => Promise<string>
}

declare module '../context.ts' {
  interface Context {
    media: MediaStore
  }
}

type MediaStoreOptions = {
  database: Database
  /** Where files are written that may be thrown away. */
  folder: string
  /** What was found is looked up again once this has changed. */
  version: () => number
  /** Asked for a name that the database does not have; true when it has it now. */
  importPhoto?: (name: string) => Promise<boolean>
}

/** The pictures and videos of a shop. While the database is away, what was found before is found again. */
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
