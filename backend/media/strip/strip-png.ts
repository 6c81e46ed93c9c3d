import { crc32 } from 'node:zlib'
import type { ByteSource } from '../store/byte-source.ts'
import { keep, MAX_PARTS, type Piece } from '../store/pieces.ts'
import { buildExif, parseOrientation } from './orientation.ts'

/** Pixels, colors, density, and frames of an animation. */
const KEPT_CHUNKS: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'acTL', 'fcTL', 'fdAT', 'pHYs'],
  ...['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI', 'mDCv', 'cLLi', 'bKGD', 'hIST'],
])
const MAX_EXIF_BYTES = 1024 * 1024

/** Drops texts, EXIF, times and data after the end; `null` where the PNG ends too early. */
export async function stripPng(file: ByteSource): Promise<Piece[] | null> {
  const pieces: Piece[] = []
  keep(pieces, 0, 8)
  let at = 8
  for (let count = 0; count < MAX_PARTS; count += 1) {
    const head = await file.at(at, 8)
    if (head.length < 8) return null
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    const to = at + 12 + length
    if (to > file.size) return null
    if (KEPT_CHUNKS.has(type)) keep(pieces, at, to)
    if (type === 'eXIf' && length <= MAX_EXIF_BYTES) await keepOrientation(file, { from: at, to }, pieces)
    if (type === 'IEND') return pieces
    at = to
  }
  return null
}

async function keepOrientation(
  file: ByteSource,
  { from, to }: { from: number; to: number },
  pieces: Piece[],
): Promise<void> {
  const chunk = (await file.at(from, to - from)).subarray(0, to - from)
  const orientation = parseOrientation(chunk.subarray(8, -4))
  if (orientation === 1) return
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), buildExif(orientation)])
  const bytes = Buffer.alloc(body.length + 8)
  bytes.writeUInt32BE(body.length - 4, 0)
  body.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(body), bytes.length - 4)
  if (bytes.equals(chunk)) keep(pieces, from, to)
  else pieces.push({ bytes })
}
