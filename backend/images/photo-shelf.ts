import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The maker's goods as files. */
export const CATALOG_FOLDER = resolve(import.meta.dirname, '../../catalog')
const PHOTO_FOLDER = join(CATALOG_FOLDER, 'photos')

/** A photograph or video of the catalog. `hash` is of its content: another picture has another address. */
export type Photo = { name: string; path: string; hash: string; kind: 'picture' | 'video'; bytes: number }

export type PhotoShelf = {
  folder: string
  /** A photograph by its bare file name; `null` for anything else, whatever it looks like. */
  find: (name: string) => Promise<Photo | null>
  /** Where a photograph is served, `/images/name.jpg?v=hash`; without the hash when there is no such file. */
  addressOf: (name: string) => Promise<string>
}

// No slash, no backslash, no leading dot, no percent sign: a name of this form cannot leave the folder.
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,150}\.(jpe?g|png|webp|avif|mp4)$/i

type Known = { mtimeMs: number; photo: Photo }

/** The photographs of a folder. A replaced file is noticed by its date or size; its content is read only then. */
export function openPhotoShelf(folder: string = PHOTO_FOLDER): PhotoShelf {
  const known = new Map<string, Known>()

  async function find(name: string): Promise<Photo | null> {
    if (!NAME.test(name)) return null
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (facts === null || !facts.isFile()) return null
    const before = known.get(name)
    if (before && before.mtimeMs === facts.mtimeMs && before.photo.bytes === facts.size) return before.photo
    const photo: Photo = {
      name,
      path,
      hash: contentHash(await readFile(path)),
      kind: /\.mp4$/i.test(name) ? 'video' : 'picture',
      bytes: facts.size,
    }
    known.set(name, { mtimeMs: facts.mtimeMs, photo })
    return photo
  }

  return {
    folder,
    find,
    addressOf: async (name) => {
      const photo = await find(name)
      return `/images/${encodeURIComponent(name)}${photo === null ? '' : `?v=${photo.hash}`}`
    },
  }
}

/** The names of all photographs and videos in a folder. */
export async function listPhotoNames(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort()
}

function contentHash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8)
}
