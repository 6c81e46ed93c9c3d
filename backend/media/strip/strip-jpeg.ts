import type { ByteSource } from '../store/byte-source.ts'
import { keep, MAX_PARTS, type Piece } from '../store/pieces.ts'
import { buildExif, parseOrientation } from './orientation.ts'

const [SOI, EOI, SOS, APP0, APP1, APP2, APP14] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee]

/**
 * Keeps image data, color profile and orientation. Not EXIF, XMP, IPTC, comments, thumbnails, maker notes, and data
 * after the end. `null` without a picture.
 */
export async function stripJpeg(file: ByteSource): Promise<Piece[] | null> {
  const pieces: Piece[] = []
  keep(pieces, 0, 2)
  const seen = { scan: false, exif: false }
  let at = 2
  for (let count = 0; count < MAX_PARTS; count += 1) {
    const marker = await findMarker(file, at)
    if (marker?.code === EOI) keep(pieces, marker.from, marker.from + 2)
    if (marker === null || marker.code === EOI) return seen.scan ? pieces : null
    const { code, from } = marker
    at = from + 2
    if (isAlone(code)) continue
    const head = await file.at(at, 2)
    const end = at + (head.length < 2 ? 0 : head.readUInt16BE(0))
    if (end < at + 2 || end > file.size) return seen.scan ? pieces : null
    at = code === SOS ? await endOfScan(file, end) : end
    if (code === SOS || needsDecoder(code)) keep(pieces, from, at)
    else await keepSegment(file, { code, from, to: at }, pieces, seen)
    if (code === SOS) seen.scan = true
  }
  return null
}

/** Skips fill and stray bytes. */
async function findMarker(file: ByteSource, start: number): Promise<{ code: number; from: number } | null> {
  for (let at = start; at + 1 < file.size; ) {
    const bytes = await file.at(at, 2)
    if (bytes.length < 2) return null
    const found = bytes.indexOf(0xff)
    const code = bytes[found + 1]
    if (found === -1) at += bytes.length
    else if (code === undefined) at += Math.max(found, 1)
    else if (code === 0x00) at += found + 2
    else if (code === 0xff) at += found + 1
    else return { code, from: at + found }
  }
  return null
}

/** The next marker after a scan's data. */
async function endOfScan(file: ByteSource, start: number): Promise<number> {
  for (let at = start; at + 1 < file.size; ) {
    const bytes = await file.at(at, 2)
    if (bytes.length < 2) return file.size
    let found = bytes.indexOf(0xff)
    while (found !== -1 && found + 1 < bytes.length) {
      const code = bytes[found + 1] ?? 0
      const isData = code === 0x00 || (code >= 0xd0 && code <= 0xd7)
      if (!isData && code !== 0xff) return at + found
      found = bytes.indexOf(0xff, found + (isData ? 2 : 1))
    }
    at += found === -1 ? bytes.length : Math.max(found, 1)
  }
  return file.size
}

/** A marker without a length, such as a restart. */
function isAlone(code: number): boolean {
  return code === 0x01 || (code >= 0xd0 && code <= SOI)
}

/** SOF, DHT, DAC, DQT, DNL, DRI, DHP and EXP. */
function needsDecoder(code: number): boolean {
  return (code >= 0xc0 && code <= 0xcf && code !== 0xc8) || (code >= 0xdb && code <= 0xdf)
}

type Segment = { code: number; from: number; to: number }

async function keepSegment(
  file: ByteSource,
  { code, from, to }: Segment,
  pieces: Piece[],
  seen: { scan: boolean; exif: boolean },
): Promise<void> {
  if (![APP0, APP1, APP2, APP14].includes(code)) return
  const segment = (await file.at(from, to - from)).subarray(0, to - from)
  const name = segment.toString('latin1', 4)
  if (code === APP2 && name.startsWith('ICC_PROFILE\0')) keep(pieces, from, to)
  if (code === APP0 && name.startsWith('JFIF\0')) keepStart(segment, { from, length: 18, thumbnail: 16 }, pieces)
  if (code === APP14 && name.startsWith('Adobe')) keepStart(segment, { from, length: 16, thumbnail: null }, pieces)
  if (code !== APP1 || !name.startsWith('Exif\0\0') || seen.scan || seen.exif) return
  const orientation = parseOrientation(segment.subarray(10))
  if (orientation === 1) return
  seen.exif = true
  const written = Buffer.concat([Buffer.from('\xff\xe1\0\x22Exif\0\0', 'latin1'), buildExif(orientation)])
  if (written.equals(segment)) keep(pieces, from, to)
  else pieces.push({ bytes: written })
}

/** Keeps the fixed beginning of a segment, without a thumbnail. */
function keepStart(
  segment: Buffer,
  { from, length, thumbnail }: { from: number; length: number; thumbnail: number | null },
  pieces: Piece[],
): void {
  if (segment.length === length) keep(pieces, from, from + length)
  if (segment.length <= length) return
  const bytes = Buffer.from(segment.subarray(0, length))
  bytes.writeUInt16BE(length - 2, 2)
  if (thumbnail !== null) bytes.writeUInt16BE(0, thumbnail)
  pieces.push({ bytes })
}
