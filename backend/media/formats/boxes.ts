import type { ByteSource } from '../store/byte-source.ts'
import type { Patch } from '../store/pieces.ts'

export type Box = { type: string; from: number; data: number; to: number }

/** A film of an hour has a tenth. */
const MAX_DESCRIPTION_BYTES = 8 * 1024 * 1024
/** Of a file, and within another box, such as the items of a picture. */
const [MAX_OUTER, MAX_INNER] = [200, 5000]

/** `isCut`: the last box is longer than the file, or there are too many. */
export async function listBoxes(file: ByteSource): Promise<{ boxes: Box[]; isCut: boolean }> {
  const boxes: Box[] = []
  for (let at = 0; at < file.size; ) {
    if (boxes.length === MAX_OUTER) return { boxes, isCut: true }
    const box = parseBox((await file.at(at, 16)).subarray(0, 16), { base: at, at: 0, end: file.size })
    if (box === null) return { boxes, isCut: true }
    boxes.push(box)
    at = box.to
  }
  return { boxes, isCut: false }
}

/** Bytes in memory; `base` is their offset in the file. */
export type Held = { bytes: Buffer; base: number }

/** Reads a box; `null` where it is too large. */
export async function holdBox(file: ByteSource, { from, to }: Box): Promise<Held | null> {
  if (to - from > MAX_DESCRIPTION_BYTES) return null
  return { bytes: (await file.at(from, to - from)).subarray(0, to - from), base: from }
}

/** Up to `most` boxes. Bytes after the last one are a box without a type. */
export function boxesIn({ bytes, base }: Held, from: number, to: number, most = MAX_INNER): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to; ) {
    const isLast = boxes.length === most
    const box = isLast ? null : parseBox(bytes.subarray(0, to - base), { base, at: at - base, end: to })
    boxes.push(box ?? { type: '', from: at, data: at, to })
    at = box?.to ?? to
  }
  return boxes
}

type Place = { base: number; at: number; end: number }

function parseBox(bytes: Buffer, { base, at, end }: Place): Box | null {
  if (bytes.length < at + 8) return null
  const [short, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)]
  const isLong = short === 1
  if (isLong && bytes.length < at + 16) return null
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short
  const head = isLong ? 16 : 8
  const from = base + at
  const to = short === 0 ? end : from + length
  return to < from + head || to > end ? null : { type, from, data: from + head, to }
}

/** Makes programs skip a box, and zeros its content. */
export function blank({ type, from, data, to }: Box): Patch[] {
  if (type === '') return [{ from, to }]
  return [
    { from: from + 4, to: from + 8, bytes: Buffer.from('free', 'latin1') },
    { from: data, to },
  ]
}

export function blankOthers(boxes: readonly Box[], types: ReadonlySet<string>): Patch[] {
  return boxes.filter(({ type }) => !types.has(type)).flatMap(blank)
}

export type Range = { from: number; to: number }

/** Zeros the data boxes outside of the used ranges. */
export function blankUnused(boxes: readonly Box[], used: readonly Range[]): Patch[] {
  const patches: Patch[] = []
  const ranges = joined(used)
  let next = 0
  for (const { data, to } of boxes.toSorted((one, other) => one.data - other.data)) {
    let at = data
    while ((ranges[next]?.to ?? Number.POSITIVE_INFINITY) <= data) next += 1
    for (let index = next; index < ranges.length; index += 1) {
      const range = ranges[index]
      if (range === undefined || range.from >= to) break
      if (range.from > at) patches.push({ from: at, to: range.from })
      at = Math.max(at, range.to)
    }
    if (at < to) patches.push({ from: at, to })
  }
  return patches
}

function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = []
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}

export function find(boxes: readonly Box[], type: string): Box | undefined {
  return boxes.find((box) => box.type === type)
}
