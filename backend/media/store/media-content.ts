import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../platform/database/database.ts'
import { isDatabaseCorrupt } from '../../platform/database/unavailable.ts'
import { CHUNK_BYTES, findChunk, markUnused, upsertChunk } from './media.repository.ts'
import { hasMediaEnding, isMediaName, type Media } from './media.ts'

type Content = Pick<Media, 'sha256' | 'bytes'>

/** Writes content in chunks. Until a name refers to it, it counts as unreferenced and is deleted later. */
export async function writeContent(
  database: Database,
  bytes: AsyncIterable<Buffer>,
  content: Content,
  now: Date,
): Promise<void> {
  await markUnused(database, content.sha256, now)
  const hash = createHash('sha256')
  for await (const { data, position } of inChunks(bytes)) {
    hash.update(data)
    await upsertChunk(database, { sha256: content.sha256, position, data })
  }
  if (hash.digest('hex') !== content.sha256) throw new Error('The file changed while it was read.')
}

async function* inChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ data: Uint8Array; position: number }> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let [position, filled] = [0, 0]
  for await (const some of bytes) {
    for (let at = 0; at < some.length; ) {
      const copied = some.copy(chunk, filled, at)
      at += copied
      filled += copied
      if (filled < CHUNK_BYTES) continue
      yield { data: chunk, position }
      position += 1
      filled = 0
    }
  }
  if (filled > 0) yield { data: chunk.subarray(0, filled), position }
}

/** A part of the content is missing or wrong. */
export class DamagedMediaError extends Error {}

/** Throws a `DamagedMediaError` for a missing or damaged chunk. */
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

/** Reads and compares all of it. */
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

/** Empty without the folder, an error if it is unreadable. */
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

/** `null` when it does not exist or the name could leave the folder. Reading an unreadable file throws. */
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
