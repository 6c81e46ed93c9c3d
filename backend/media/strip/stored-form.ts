import { createHash } from 'node:crypto'
import { type ByteSource, withFile } from '../store/byte-source.ts'
import type { MediaType } from '../store/media.ts'
import { lengthOf, type Piece, readPieces } from '../store/pieces.ts'
import { stripAvif } from './strip-avif.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
import { stripVideo } from './strip-video.ts'
import { stripWebp } from './strip-webp.ts'

const STRIP_BY_TYPE = {
  'image/jpeg': stripJpeg,
  'image/png': stripPng,
  'image/webp': stripWebp,
  'image/avif': stripAvif,
  'video/mp4': stripVideo,
} as const satisfies Record<MediaType, (file: ByteSource) => Promise<Piece[] | null>>

export type StoredForm = { pieces: Piece[]; sha256: string; bytes: number }

/** Removes place, time and device without encoding again. Idempotent. `null` where the file is damaged. */
export async function findStoredForm(source: ByteSource, type: MediaType): Promise<StoredForm | null> {
  const pieces = await STRIP_BY_TYPE[type](source)
  if (pieces === null) return null
  const hash = createHash('sha256')
  for await (const bytes of readPieces(source, pieces)) hash.update(bytes)
  return { pieces, sha256: hash.digest('hex'), bytes: lengthOf(pieces) }
}

export function storedFormOfFile(path: string, type: MediaType): Promise<StoredForm | null> {
  return withFile(path, (source) => findStoredForm(source, type))
}
