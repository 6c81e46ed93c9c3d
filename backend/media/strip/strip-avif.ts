import {
  type Box,
  blankOthers,
  blankUnused,
  boxesIn,
  find,
  type Held,
  holdBox,
  listBoxes,
  type Range,
} from '../formats/boxes.ts'
import type { ByteSource } from '../store/byte-source.ts'
import { type Piece, patched } from '../store/pieces.ts'
import { buildExif } from './orientation.ts'
import { blankMovie, chunksOf, isInFragments, readFilm } from './strip-video.ts'

const OUTER_BOXES: ReadonlySet<string> = new Set(['ftyp', 'meta', 'moov', 'mdat'])
const IN_META: ReadonlySet<string> = new Set(['hdlr', 'pitm', 'iinf', 'iloc', 'iref', 'iprp', 'idat', 'dinf', 'grpl'])
/** More than the tiles of any picture. */
const MAX_PLACES = 20_000
/** EXIF, XMP, and items named by a URI. */
const TEXT_ITEMS: ReadonlySet<string> = new Set(['Exif', 'mime', 'uri '])

/** Zeros EXIF, XMP and other texts, so nothing moves; `null` where the AVIF can't be parsed. */
export async function stripAvif(file: ByteSource): Promise<Piece[] | null> {
  const { boxes, isCut } = await listBoxes(file)
  const [meta, film] = [find(boxes, 'meta'), await readFilm(file, boxes)]
  const held = meta === undefined ? null : await holdBox(file, meta)
  if (isCut || meta === undefined || held === null) return null
  // A version and flags come first.
  const parts = boxesIn(held, meta.data + 4, meta.to)
  const items = parseItems(held, parts)
  const places = parsePlaces(held, parts, file.size)
  if (places === null) return null
  const exif = places.filter(({ id }) => items.get(id) === 'Exif')
  const shown = places.filter(({ id }) => !TEXT_ITEMS.has(items.get(id) ?? ''))
  const chunks = film === null ? [] : chunksOf(film)
  if (chunks === null || (film !== null && isInFragments(boxes, film))) return null
  const used = [...shown, ...exif, ...chunks]
  const data = [...boxes, ...parts].filter(({ type }) => type === 'mdat' || type === 'idat')
  return patched(file.size, [
    ...exif.map(({ from, to }) => ({ from, to, bytes: EMPTY_EXIF })),
    ...blankOthers(boxes, OUTER_BOXES),
    ...blankOthers(parts, IN_META),
    ...blankUnused(data, used),
    ...(film === null ? [] : blankMovie(film)),
  ])
}

/** An AVIF's orientation is not in EXIF. */
const EMPTY_EXIF = Buffer.concat([Buffer.alloc(4), buildExif(1)])

function parseItems(held: Held, parts: readonly Box[]): Map<number, string> {
  const { bytes, base } = held
  const list = find(parts, 'iinf')
  const isLong = list !== undefined && bytes[list.data - base] !== 0
  const entries = list === undefined ? [] : boxesIn(held, list.data + (isLong ? 8 : 6), list.to)
  return new Map(
    entries.flatMap(({ type, data, to }): [number, string][] => {
      const at = data - base
      if (type !== 'infe' || to - data < 12) return []
      const isWide = bytes[at] === 3
      const id = isWide ? bytes.readUInt32BE(at + 4) : bytes.readUInt16BE(at + 4)
      const kind = at + (isWide ? 10 : 8)
      return [[id, bytes.toString('latin1', kind, kind + 4)]]
    }),
  )
}

type Place = Range & { id: number }

/** The items' places in the file; `null` where it can't be parsed. */
function parsePlaces(held: Held, parts: readonly Box[], size: number): Place[] | null {
  const [box, idat] = [find(parts, 'iloc'), find(parts, 'idat')]
  if (box === undefined) return null
  try {
    const read = createNumberReader(held, box)
    const version = read(1)
    read(3)
    const [sizes, bases] = [read(1), read(1)]
    const [offset, length, start] = [sizes >> 4, sizes & 15, bases >> 4]
    const index = version === 0 ? 0 : bases & 15
    const places: Place[] = []
    for (let left = read(version < 2 ? 2 : 4); left > 0; left -= 1) {
      const id = read(version < 2 ? 2 : 4)
      const method = version === 0 ? 0 : read(2) & 15
      read(2)
      const first = read(start)
      for (let extents = read(2); extents > 0; extents -= 1) {
        read(index)
        const from = (method === 1 ? (idat?.data ?? 0) : 0) + first + read(offset)
        const bytes = read(length)
        if (places.push({ id, from, to: bytes === 0 ? size : from + bytes }) > MAX_PLACES) return null
      }
    }
    return places.filter(({ from, to }) => from < to && to <= size)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Reads consecutive numbers of a box; throws a `RangeError` beyond its end. */
function createNumberReader({ bytes, base }: Held, { data, to }: Box): (length: number) => number {
  let at = data - base
  return (length) => {
    if (at + length > to - base) throw new RangeError('the box ends before')
    at += length
    if (length === 0) return 0
    return length > 6 ? Number(bytes.readBigUInt64BE(at - 8)) : bytes.readUIntBE(at - length, length)
  }
}
