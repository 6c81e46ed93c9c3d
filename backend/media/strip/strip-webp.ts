import type { ByteSource } from '../store/byte-source.ts'
import { keep, lengthOf, MAX_PARTS, type Piece } from '../store/pieces.ts'
import { buildExif, parseOrientation } from './orientation.ts'

const PICTURE_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH'])
const KEPT_CHUNKS: ReadonlySet<string> = new Set([...PICTURE_CHUNKS, 'VP8X', 'ICCP', 'ANIM'])
/** Bits of a VP8X chunk. */
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04]
const MAX_EXIF_BYTES = 1024 * 1024

type Chunk = { type: string; from: number; data: number; to: number }

/** Drops EXIF, XMP, unknown chunks and data after the end; `null` where the WebP ends too early. */
export async function stripWebp(file: ByteSource): Promise<Piece[] | null> {
  const header = Buffer.from((await file.at(0, 12)).subarray(0, 12))
  const chunks = header.length < 12 ? null : await listChunks(file, 12, header.readUInt32LE(4) + 8)
  if (chunks === null) return null
  const exif = chunks.find(({ type }) => type === 'EXIF')
  const orientation = exif === undefined || !isExtended(chunks) ? 1 : await readOrientation(file, exif)
  const body: Piece[] = []
  for (const chunk of chunks) {
    if (chunk.type === 'VP8X') await keepFlags(file, chunk, orientation > 1, body)
    else if (chunk.type === 'ANMF') await keepFrame(file, chunk, body)
    else if (KEPT_CHUNKS.has(chunk.type)) keep(body, chunk.from, chunk.to)
    else if (chunk === exif && orientation > 1) await keepExif(file, chunk, orientation, body)
  }
  const size = lengthOf(body) + 4
  const pieces: Piece[] = []
  if (header.readUInt32LE(4) === size) keep(pieces, 0, 12)
  else {
    header.writeUInt32LE(size, 4)
    pieces.push({ bytes: header })
  }
  for (const piece of body) 'to' in piece ? keep(pieces, piece.from, piece.to) : pieces.push(piece)
  return pieces
}

async function listChunks(file: ByteSource, start: number, end: number): Promise<Chunk[] | null> {
  const chunks: Chunk[] = []
  for (let at = start; at + 8 <= end; ) {
    const head = await file.at(at, 8)
    if (head.length < 8 || chunks.length === MAX_PARTS) return null
    const data = at + 8
    const length = head.readUInt32LE(4)
    // The last may lack its padding byte.
    const to = Math.min(data + length + (length % 2), file.size)
    if (data + length > file.size || data + length > end) return null
    chunks.push({ type: head.toString('latin1', 0, 4), from: at, data, to })
    at = to
  }
  return chunks
}

function isExtended(chunks: readonly Chunk[]): boolean {
  return chunks[0]?.type === 'VP8X'
}

async function readOrientation(file: ByteSource, { data, to }: Chunk): Promise<number> {
  return to - data > MAX_EXIF_BYTES ? 1 : parseOrientation((await file.at(data, to - data)).subarray(0, to - data))
}

async function keepFlags(file: ByteSource, { from, to }: Chunk, isTurned: boolean, body: Piece[]): Promise<void> {
  const bytes = Buffer.from((await file.at(from, 18)).subarray(0, 18))
  const flags = bytes[8] ?? 0
  const wanted = (flags & ~(HAS_EXIF | HAS_XMP)) | (isTurned ? HAS_EXIF : 0)
  if (flags === wanted && to - from === 18) return keep(body, from, to)
  bytes[8] = wanted
  bytes.writeUInt32LE(10, 4)
  body.push({ bytes })
}

async function keepExif(file: ByteSource, { from, to }: Chunk, orientation: number, body: Piece[]): Promise<void> {
  const exif = buildExif(orientation)
  const bytes = Buffer.concat([Buffer.from('EXIF\0\0\0\0', 'latin1'), exif])
  bytes.writeUInt32LE(exif.length, 4)
  if ((await file.at(from, to - from)).subarray(0, to - from).equals(bytes)) keep(body, from, to)
  else body.push({ bytes })
}

/** A frame of an animation has chunks of its own after 16 bytes. */
async function keepFrame(file: ByteSource, { from, data, to }: Chunk, body: Piece[]): Promise<void> {
  const chunks = (await listChunks(file, data + 16, to)) ?? []
  const kept = chunks.filter(({ type }) => PICTURE_CHUNKS.has(type))
  if (kept.length === chunks.length) return keep(body, from, to)
  const bytes = Buffer.from((await file.at(from, 24)).subarray(0, 24))
  bytes.writeUInt32LE(16 + kept.reduce((sum, chunk) => sum + chunk.to - chunk.from, 0), 4)
  body.push({ bytes })
  for (const chunk of kept) keep(body, chunk.from, chunk.to)
}
