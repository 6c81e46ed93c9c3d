import { type FileHandle, open } from 'node:fs/promises'
import type { Database } from '../../platform/database/database.ts'
import { CHUNK_BYTES, findChunk } from './media.repository.ts'
import type { Media } from './media.ts'
import { DamagedMediaError } from './media-content.ts'

/** In memory at a time. Reading more yields to others. */
const WINDOW_BYTES = 64 * 1024

export type ByteSource = {
  size: number
  /** At least `least` bytes from an offset, fewer at the end. */
  at: (offset: number, least: number) => Promise<Buffer>
}

export async function withFile<T>(path: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return await use(sourceOf(size, (offset, length) => readFully(file, offset, length)))
  } finally {
    await file.close()
  }
}

/** A stored picture or video; throws a `DamagedMediaError` where a part is missing. */
export function storedSource(database: Database, { sha256, bytes }: Pick<Media, 'sha256' | 'bytes'>): ByteSource {
  let held: { position: number; data: Buffer } | null = null
  async function chunk(position: number): Promise<Buffer> {
    if (held?.position === position) return held.data
    const data = await findChunk(database, sha256, position)
    if (data === null) throw new DamagedMediaError('a piece of a picture is missing in the database')
    held = { position, data: Buffer.from(data) }
    return held.data
  }
  return sourceOf(bytes, async (offset, length) => {
    const parts: Buffer[] = []
    for (let at = offset; at < Math.min(offset + length, bytes); ) {
      const part = (await chunk(Math.floor(at / CHUNK_BYTES))).subarray(at % CHUNK_BYTES)
      if (part.length === 0) throw new DamagedMediaError('a piece of a picture is too short in the database')
      parts.push(part.subarray(0, offset + length - at))
      at += part.length
    }
    return Buffer.concat(parts)
  })
}

function sourceOf(size: number, read: (offset: number, length: number) => Promise<Buffer>): ByteSource {
  let start = 0
  let held: Buffer = Buffer.alloc(0)
  return {
    size,
    at: async (offset, least) => {
      const wanted = Math.min(least, size - offset)
      if (wanted <= 0) return Buffer.alloc(0)
      if (offset < start || offset + wanted > start + held.length) {
        held = await read(offset, Math.max(wanted, WINDOW_BYTES))
        start = offset
      }
      return held.subarray(offset - start)
    },
  }
}

async function readFully(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
