import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../database/database.ts'
import { MEDIA_TYPES, type Media } from './media.ts'
import { readContent } from './media-content.ts'

/** Subfolder for originals within the folder of variants. */
const FOLDER = 'originals'

/** File name of an original, from its content's hash. */
export function originalFile({ sha256, type }: Pick<Media, 'sha256' | 'type'>): string {
  return join(FOLDER, `${sha256}${MEDIA_TYPES[type]}`)
}

/**
 * Originals as files, which the resizer and range requests for videos need. Each is written from the database on first
 * use, and again when missing.
 */
export function openOriginalCache(database: Database, folder: string): (media: Media) => Promise<string> {
  const writing = new Map<string, Promise<void>>()
  return async (media) => {
    const path = join(folder, originalFile(media))
    const known = await stat(path).catch(() => null)
    if (known?.size === media.bytes) return path
    const pending = writing.get(path) ?? write(database, media, path).finally(() => writing.delete(path))
    writing.set(path, pending)
    await pending
    return path
  }
}

/** Written to a temporary name and renamed, so that nobody reads a partial file. */
async function write(database: Database, media: Media, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await pipeline(readContent(database, media), createWriteStream(draft))
    // Every node sends the same date, so that a download can continue at another node.
    await utimes(draft, new Date(media.created_at), new Date(media.created_at))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
