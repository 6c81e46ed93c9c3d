import {
  type Box,
  blank,
  blankOthers,
  blankUnused,
  boxesIn,
  find,
  type Held,
  holdBox,
  listBoxes,
  type Range,
} from '../formats/boxes.ts'
import { isPlayableSound, playableH264 } from '../formats/formats.ts'
import { childrenOf, parseTracks, type Track } from '../formats/movie.ts'
import type { ByteSource } from '../store/byte-source.ts'
import { type Patch, type Piece, patched } from '../store/pieces.ts'

const OUTER_BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat'])
const IN_MOVIE: ReadonlySet<string> = new Set(['mvhd', 'trak', 'iods'])
const IN_TRACK: ReadonlySet<string> = new Set(['tkhd', 'edts', 'mdia', 'tapt'])
const IN_PICTURE_TRACK: ReadonlySet<string> = new Set([...IN_TRACK, 'tref'])
const IN_MEDIA: ReadonlySet<string> = new Set(['mdhd', 'hdlr', 'minf', 'elng'])
const IN_INFO: ReadonlySet<string> = new Set(['vmhd', 'smhd', 'nmhd', 'dinf', 'stbl', 'hdlr'])
const IN_TABLES: ReadonlySet<string> = new Set([
  ...['stsd', 'stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stsh', 'sdtp', 'sgpd', 'sbgp'],
])
const PICTURE_HANDLERS: ReadonlySet<string> = new Set(['pict', 'auxv'])

/** Keeps picture and sound; everything else becomes zeros, so nothing moves. `null` where it can't be parsed. */
export async function stripVideo(file: ByteSource): Promise<Piece[] | null> {
  const { boxes, isCut } = await listBoxes(file)
  const film = isCut ? null : await readFilm(file, boxes)
  const chunks = film === null || isInFragments(boxes, film) ? null : chunksOf(film)
  if (film === null || chunks === null) return null
  const data = boxes.filter(({ type }) => type === 'mdat')
  return patched(file.size, [...blankOthers(boxes, OUTER_BOXES), ...blankMovie(film), ...blankUnused(data, chunks)])
}

/** `kept`: the tracks that are shown. */
export type Film = { held: Held; tracks: Track[]; kept: Track[] }

/** `null` without a readable description. */
export async function readFilm(file: ByteSource, boxes: readonly Box[]): Promise<Film | null> {
  const box = find(boxes, 'moov')
  const held = box === undefined ? null : await holdBox(file, box)
  if (held === null) return null
  const tracks = parseTracks(held)
  const pictures = tracks.filter(({ handler }) => PICTURE_HANDLERS.has(handler))
  const kept = [findPictureTrack(held, tracks), findSoundTrack(held, tracks), ...pictures].flatMap(
    (track) => track ?? [],
  )
  return { held, tracks, kept }
}

/** The kept tracks' ranges; `null` where they can't be parsed. */
export function chunksOf({ kept }: Film): Range[] | null {
  return kept.some(({ chunks }) => chunks === null) ? null : kept.flatMap(({ chunks }) => chunks ?? [])
}

/** Whether fragments are described where they are, not only in the header. */
export function isInFragments(boxes: readonly Box[], { held }: Film): boolean {
  const [movie] = boxesIn(held, held.base, held.base + held.bytes.length)
  const parts = movie === undefined ? [] : childrenOf(held, movie)
  return boxes.some(({ type }) => type === 'moof') || parts.some(({ type }) => type === 'mvex')
}

/** The first that every browser plays, else the first. */
export function findPictureTrack(held: Held, tracks: readonly Track[]): Track | undefined {
  const all = tracks.filter(({ handler }) => handler === 'vide')
  return all.find(({ entry }) => entry !== null && playableH264(held, entry) !== null) ?? all[0]
}

export function findSoundTrack(held: Held, tracks: readonly Track[]): Track | undefined {
  const all = tracks.filter(({ handler }) => handler === 'soun')
  return all.find(({ entry }) => entry !== null && isPlayableSound(held, entry)) ?? all[0]
}

/** The parts of the header that the kept tracks don't need. */
export function blankMovie({ held, kept }: Film): Patch[] {
  const [movie] = boxesIn(held, held.base, held.base + held.bytes.length)
  const parts = movie === undefined ? [] : childrenOf(held, movie)
  return [
    ...blankOthers(parts, IN_MOVIE),
    ...parts.filter(({ type }) => type === 'mvhd').flatMap((box) => blankTimes(held, box)),
    ...parts.filter(({ type, from }) => type === 'trak' && !kept.some(({ box }) => box.from === from)).flatMap(blank),
    ...kept.flatMap((track) => blankTrack(held, track)),
  ]
}

function blankTrack(held: Held, { box, handler }: Track): Patch[] {
  const parts = childrenOf(held, box)
  const media = parts.filter(({ type }) => type === 'mdia').flatMap((part) => childrenOf(held, part))
  const info = media.filter(({ type }) => type === 'minf').flatMap((part) => childrenOf(held, part))
  const tables = info.filter(({ type }) => type === 'stbl').flatMap((part) => childrenOf(held, part))
  const timed = [...parts, ...media].filter(({ type }) => type === 'tkhd' || type === 'mdhd')
  const handlers = [...media, ...info].filter(({ type }) => type === 'hdlr')
  return [
    ...blankOthers(parts, PICTURE_HANDLERS.has(handler) ? IN_PICTURE_TRACK : IN_TRACK),
    ...blankOthers(media, IN_MEDIA),
    ...blankOthers(info, IN_INFO),
    ...blankOthers(tables, IN_TABLES),
    ...timed.flatMap((part) => blankTimes(held, part)),
    // A name follows the handler.
    ...handlers.map(({ data, to }) => ({ from: Math.min(data + 24, to), to })),
  ]
}

/** Zeros creation and modification times, after version and flags. */
function blankTimes({ bytes, base }: Held, { data, to }: Box): Patch[] {
  const length = bytes[data - base] === 1 ? 16 : 8
  return to - data < 4 + length ? [] : [{ from: data + 4, to: data + 4 + length }]
}
