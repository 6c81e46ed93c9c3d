import { type Box, boxesIn, find, type Held } from './boxes.ts'

const PLAYED_PROFILES: ReadonlySet<number> = new Set([66, 77, 100])
/** Bytes before the boxes of a picture's and a sound's entry. */
const [PICTURE_HEAD, SOUND_HEAD] = [78, 28]
const [AAC, SOUNDS] = [0x40, new Set([0x40, 0x66, 0x67, 0x68, 0x69, 0x6b])]
/** Higher kinds of AAC are not played everywhere. */
const NEWEST_AAC = 29

/** The length prefix of a sample's parts in bytes; `null` where not every browser plays it. */
export function playableH264(held: Held, entry: Box): number | null {
  if (entry.type !== 'avc1') return null
  const box = find(boxesIn(held, entry.data + PICTURE_HEAD, entry.to), 'avcC')
  const bytes = box === undefined ? Buffer.alloc(0) : held.bytes.subarray(box.data - held.base, box.to - held.base)
  // The first parameter set follows its length, and begins with its type and the profile.
  if (bytes.length < 12 || ((bytes[5] ?? 0) & 31) === 0 || ((bytes[8] ?? 0) & 31) !== 7) return null
  const isPlayed = PLAYED_PROFILES.has(bytes[1] ?? 0) && PLAYED_PROFILES.has(bytes[9] ?? 0)
  return isPlayed ? ((bytes[4] ?? 0) & 3) + 1 : null
}

/** Whether it is AAC or MP3. */
export function isPlayableSound(held: Held, entry: Box): boolean {
  if (entry.type !== 'mp4a') return false
  const box = find(boxesIn(held, entry.data + SOUND_HEAD, entry.to), 'esds')
  if (box === undefined) return false
  const bytes = held.bytes.subarray(box.data - held.base + 4, box.to - held.base)
  const stream = parseDescriptor(bytes, 0, 3)
  const decoder = stream === null ? null : parseDescriptor(bytes, stream + 3 + optionalBytes(bytes, stream), 4)
  const kind = decoder === null ? undefined : bytes[decoder]
  if (decoder === null || kind === undefined || !SOUNDS.has(kind)) return false
  const details = parseDescriptor(bytes, decoder + 13, 5)
  return kind !== AAC || (details !== null && (bytes[details] ?? 0xff) >> 3 <= NEWEST_AAC)
}

/** The offset of a descriptor's content; its length takes up to four bytes. */
function parseDescriptor(bytes: Buffer, at: number, tag: number): number | null {
  if (bytes[at] !== tag) return null
  let start = at + 1
  while (start < at + 4 && ((bytes[start] ?? 0) & 0x80) !== 0) start += 1
  return start + 1
}

/** Optional fields of a stream: dependency, address and clock. */
function optionalBytes(bytes: Buffer, stream: number): number {
  const flags = bytes[stream + 2] ?? 0
  const address = (flags & 0x40) === 0 ? 0 : 1 + (bytes[stream + 3 + ((flags & 0x80) >> 6)] ?? 0)
  return ((flags & 0x80) >> 6) + address + ((flags & 0x20) >> 4)
}
