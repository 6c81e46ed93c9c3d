import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../database/database.ts'
import { isDatabaseCorrupt } from '../database/unavailable.ts'
import { CHUNK_BYTES, findChunk, markUnused, upsertChunk } from './media.repository.ts'
import { hasMediaEnding, isMediaName, type Media } from './media.ts'

type Content = Pick<Media, 'sha256' | 'bytes'>

/** The SHA-256 of a file, streamed, since a video may be larger than the available memory. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), hash)
  return hash.digest('hex')
}

/**
 * Writes a file into the database in chunks. It counts as unreferenced until a name points to it, so the remains of an
 * interrupted write are deleted later, and may be overwritten before.
 */
export async function writeContent(database: Database, path: string, content: Content, now: Date): Promise<void> {
  await markUnused(database, content.sha256, now)
  const hash = createHash('sha256')
  for await (const { data, position } of readChunks(path)) {
    hash.update(data)
    await upsertChunk(database, { sha256: content.sha256, position, data })
  }
  if (hash.digest('hex') !== content.sha256) throw new Error(`The file changed while it was read: ${path}`)
}

async function* readChunks(path: string): AsyncGenerator<{ data: Uint8Array; position: number }> {
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let position = 0; ; position += 1) {
      let length = 0
      while (length < CHUNK_BYTES) {
        const { bytesRead } = await file.read(buffer, length, CHUNK_BYTES - length)
        if (bytesRead === 0) break
        length += bytesRead
      }
      if (length > 0) yield { data: buffer.subarray(0, length), position }
      if (length < CHUNK_BYTES) return
    }
  } finally {
    await file.close()
  }
}

/** The database lacks a part of a picture or video, or holds another. */
export class DamagedMediaError extends Error {}

/** The chunks of a content in order; throws a `DamagedMediaError` when one is missing or damaged. */
export async function* readContent(database: Database, { sha256, bytes }: Content): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for (let position = 0; position * CHUNK_BYTES < bytes; position += 1) {
    const data = await findChunk(database, sha256, position)
    if (data === null) throw new DamagedMediaError('a piece of a picture is missing in the database')
    hash.update(data)
    yield data
  }
  if (hash.digest('hex') !== sha256) throw new DamagedMediaError('a picture is damaged in the database')
}

/** Whether a content is stored as it was added; reads all of it. */
export async function isIntact(database: Database, content: Content): Promise<boolean> {
  let missing = content.bytes
  try {
    for await (const chunk of readContent(database, content)) missing -= chunk.length
  } catch (error) {
    if (error instanceof DamagedMediaError || isDatabaseCorrupt(error)) return false
    throw error
  }
  return missing === 0
}

/** The names of all pictures and videos in a folder; empty when there is no such folder, an error if it is unreadable. */
export async function listMediaFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return entries
    .filter((entry) => !entry.isDirectory() && hasMediaEnding(entry.name))
    .map(({ name }) => name)
    .sort()
}

/**
 * The path of a file in a folder; `null` when it does not exist, or the name could escape the folder. What is there but
 * cannot be examined has a path too: reading it throws the reason.
 */
export async function findMediaFile(folder: string, name: string): Promise<string | null> {
  if (!isMediaName(name)) return null
  const path = join(folder, name)
  const isThere = await stat(path).then(
    (found) => found.isFile(),
    (error: unknown) => !isMissing(error),
  )
  return isThere ? path : null
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
