import { type Box, boxesIn, find, type Held, type Range } from './boxes.ts'

/** A clip of ten minutes, with a chunk per picture and as many for sound. */
const MAX_CHUNKS = 60_000
/** More than any camera writes. */
const [MAX_TRACKS, MAX_BOXES] = [50, 200]

/** `chunks` are `null` where tables are contradictory or too long. */
export type Track = {
  box: Box
  /** `vide`, `soun`, or neither. */
  handler: string
  /** Such as `avc1`; `''` without an entry. */
  format: string
  isAlone: boolean
  /** Describes the format. */
  entry: Box | null
  chunks: Chunk[] | null
}

/** `first` is the length of the first sample. */
type Chunk = Range & { first: number }

export function parseTracks(held: Held): Track[] {
  const [moov] = boxesIn(held, held.base, held.base + held.bytes.length)
  if (moov === undefined) return []
  let left = MAX_CHUNKS
  return childrenOf(held, moov)
    .filter(({ type }) => type === 'trak')
    .slice(0, MAX_TRACKS)
    .map((box) => {
      const track = parseTrack(held, box, left)
      left -= track.chunks?.length ?? 0
      return track
    })
}

export function childrenOf(held: Held, box: Box, skipped = 0): Box[] {
  return boxesIn(held, box.data + skipped, box.to, MAX_BOXES)
}

function parseTrack(held: Held, box: Box, mostChunks: number): Track {
  const media = find(childrenOf(held, box), 'mdia')
  const parts = media === undefined ? [] : childrenOf(held, media)
  const handler = textAt(held, find(parts, 'hdlr'), 8)
  const info = find(parts, 'minf')
  const table = info === undefined ? undefined : find(childrenOf(held, info), 'stbl')
  const tables = table === undefined ? [] : childrenOf(held, table)
  const described = find(tables, 'stsd')
  const entries = described === undefined ? [] : childrenOf(held, described, 8).filter(({ type }) => type !== '')
  const [entry = null] = entries
  return {
    ...{ box, handler, format: entry?.type ?? '', entry },
    isAlone: entries.length === 1,
    chunks: parseChunks(held, tables, mostChunks),
  }
}

function textAt({ bytes, base }: Held, box: Box | undefined, offset: number): string {
  const at = (box?.data ?? 0) - base + offset
  return box === undefined || at + 4 > bytes.length ? '' : bytes.toString('latin1', at, at + 4)
}

/** A table of whole numbers; `null` where its length is wrong. */
function parseTable({ bytes, base }: Held, box: Box | undefined, { head, row }: { head: number; row: number }) {
  if (box === undefined || box.to - box.data < head) return null
  const start = box.data - base
  const count = bytes.readUInt32BE(start + head - 4)
  if (box.to - box.data < head + count * row) return null
  return { count, number: (index: number, part = 0) => bytes.readUInt32BE(start + head + index * row + part) }
}

function parseChunks(held: Held, tables: readonly Box[], most: number): Chunk[] | null {
  const long = find(tables, 'co64')
  const offsets = parseTable(held, long ?? find(tables, 'stco'), { head: 8, row: long === undefined ? 4 : 8 })
  const runs = parseTable(held, find(tables, 'stsc'), { head: 8, row: 12 })
  const sizes = parseSizes(held, tables)
  if (offsets === null || runs === null || sizes === null || offsets.count > most) return null
  const chunks: Chunk[] = []
  let [run, sample] = [0, 0]
  for (let index = 0; index < offsets.count && sample < sizes.count; index += 1) {
    while (run + 1 < runs.count && runs.number(run + 1) <= index + 1) run += 1
    const count = runs.count === 0 ? 0 : Math.min(runs.number(run, 4), sizes.count - sample)
    const from = long === undefined ? offsets.number(index) : offsets.number(index) * 2 ** 32 + offsets.number(index, 4)
    const length = sizes.sum(sample, count)
    if (length > 0) chunks.push({ from, to: from + length, first: sizes.sum(sample, 1) })
    sample += count
  }
  return chunks
}

type Sizes = { count: number; sum: (first: number, count: number) => number }

function parseSizes(held: Held, tables: readonly Box[]): Sizes | null {
  const box = find(tables, 'stsz')
  if (box === undefined || box.to - box.data < 12) return null
  const start = box.data - held.base
  const [same, count] = [held.bytes.readUInt32BE(start + 4), held.bytes.readUInt32BE(start + 8)]
  if (same > 0) return { count, sum: (_, some) => some * same }
  const table = parseTable(held, box, { head: 12, row: 4 })
  if (table === null) return null
  return {
    count,
    sum: (first, some) => {
      let sum = 0
      for (let index = first; index < first + some; index += 1) sum += table.number(index)
      return sum
    },
  }
}
