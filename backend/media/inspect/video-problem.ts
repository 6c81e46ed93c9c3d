import { type Box, type Held, listBoxes } from '../formats/boxes.ts'
import { isPlayableSound, playableH264 } from '../formats/formats.ts'
import type { Track } from '../formats/movie.ts'
import { type ByteSource, withFile } from '../store/byte-source.ts'
import { chunksOf, findPictureTrack, findSoundTrack, isInFragments, readFilm } from '../strip/strip-video.ts'

/** For a video that every browser plays. */
const PHONE_ADVICE =
  'on the iPhone choose Settings, Camera, Formats, Most Compatible and film it again; on an Android phone turn off HEVC or "high efficiency video" in the settings of the camera; or save it as MP4 with H.264 video and AAC sound, for instance with the free program HandBrake'
const COPY_AGAIN_ADVICE = 'please copy it from the phone or camera again'

const HEVC_CODECS: ReadonlySet<string> = new Set(['hvc1', 'hev1', 'dvh1', 'dvhe'])
const CODEC_NAMES: Readonly<Record<string, string>> = { av01: 'AV1', vp08: 'VP8', vp09: 'VP9', mp4v: 'MPEG-4 Part 2' }
/** Samples to inspect. */
const LOOKED_AT = 48
/** The highest type of an H.264 unit. */
const LAST_UNIT = 23

export function movProblem(name: string): string {
  return `the video "${name}" is a QuickTime movie (.MOV), which not every browser plays; ${PHONE_ADVICE}`
}

export function webmProblem(name: string): string {
  return `the video "${name}" is a WebM, which not every browser plays; save it as MP4 with H.264 video and AAC sound`
}

export function findVideoProblem(name: string, path: string): Promise<string | null> {
  return withFile(path, (source) => videoProblem(name, source))
}

/** `null` where every browser plays it. */
export async function videoProblem(name: string, file: ByteSource): Promise<string | null> {
  const { boxes, isCut } = await listBoxes(file)
  const types = new Set(boxes.map(({ type }) => type))
  const film = await readFilm(file, boxes)
  if (film === null) {
    if (types.has('moof')) return inFragments(name)
    return isCut || types.has('mdat')
      ? cutOff(name)
      : `the video "${name}" has no video that can be played; ${COPY_AGAIN_ADVICE}`
  }
  const { held, tracks } = film
  if (isInFragments(boxes, film)) return inFragments(name)
  const picture = findPictureTrack(held, tracks)
  if (picture === undefined) return `the video "${name}" has sound and no picture; please choose another file`
  const sound = findSoundTrack(held, tracks)
  const problem = formatProblem(name, held, picture) ?? (sound === undefined ? null : soundProblem(name, held, sound))
  if (problem !== null) return problem
  if (chunksOf(film) === null) return isCut ? cutOff(name) : unreadable(name)
  const shown = sound === undefined ? [picture] : [picture, sound]
  if (isCut || !shown.every((track) => liesIn(track, boxes))) return cutOff(name)
  const isShown = picture.chunks?.length !== 0 && (await hasPicture(file, held, picture))
  return isShown ? null : `the video "${name}" is damaged or empty: its picture cannot be read; ${COPY_AGAIN_ADVICE}`
}

function inFragments(name: string): string {
  return `the video "${name}" is a fragmented MP4, as recordings of a screen or a stream are; save it as a regular MP4 with H.264 video and AAC sound, for instance with the free program HandBrake`
}

function unreadable(name: string): string {
  return `the video "${name}" has a form that the shop can’t read, as very long ones do; save it as MP4 with H.264 video and AAC sound, for instance with the free program HandBrake`
}

function cutOff(name: string): string {
  return `the video "${name}" is cut off: a part of it is missing; ${COPY_AGAIN_ADVICE}`
}

function formatProblem(name: string, held: Held, { format, entry, isAlone }: Track): string | null {
  if (entry !== null && isAlone && playableH264(held, entry) !== null) return null
  if (HEVC_CODECS.has(format)) return `the video "${name}" is in HEVC, which most browsers do not play; ${PHONE_ADVICE}`
  if (format === 'encv') return `the video "${name}" is protected against copying; please choose one of your own`
  if (format === 'avc1' || format === 'avc3')
    return `the video "${name}" is in a kind of H.264 that not every browser plays; ${PHONE_ADVICE}`
  const called = CODEC_NAMES[format] ?? 'a format'
  return `the video "${name}" is in ${called}${format in CODEC_NAMES ? ',' : ''} which not every browser plays; ${PHONE_ADVICE}`
}

function soundProblem(name: string, held: Held, { format, entry, isAlone }: Track): string | null {
  if (entry !== null && isAlone && isPlayableSound(held, entry)) return null
  if (format === 'enca') return `the video "${name}" is protected against copying; please choose one of your own`
  return `the sound of the video "${name}" is in a format that not every browser plays; save it as MP4 with AAC sound, or without sound`
}

function liesIn({ chunks }: Track, boxes: readonly Box[]): boolean {
  const data = boxes.filter(({ type }) => type === 'mdat')
  let index = 0
  return (chunks ?? [])
    .toSorted((one, other) => one.from - other.from)
    .every(({ from, to }) => {
      while ((data[index]?.to ?? to) < to) index += 1
      return from >= (data[index]?.data ?? Number.POSITIVE_INFINITY)
    })
}

/** Whether samples here and there consist of H.264 parts. */
async function hasPicture(file: ByteSource, held: Held, { entry, chunks }: Track): Promise<boolean> {
  const lengthBytes = entry === null ? null : playableH264(held, entry)
  if (lengthBytes === null || chunks === null) return false
  const step = Math.max(1, Math.floor(chunks.length / LOOKED_AT))
  for (const [index, { from, first }] of chunks.entries()) {
    if (index % step !== 0 && index !== chunks.length - 1) continue
    if (!(await isSample(file, { at: from, end: from + first, lengthBytes }))) return false
  }
  return true
}

type Sample = { at: number; end: number; lengthBytes: number }

async function isSample(file: ByteSource, { at: start, end, lengthBytes }: Sample): Promise<boolean> {
  let at = start
  for (let count = 0; at < end && count < 1000; count += 1) {
    const head = await file.at(at, lengthBytes + 1)
    if (head.length <= lengthBytes) return false
    const [length, first] = [head.readUIntBE(0, lengthBytes), head[lengthBytes] ?? 0xff]
    const type = first & 31
    if (length === 0 || first >= 0x80 || type === 0 || type > LAST_UNIT) return false
    at += lengthBytes + length
  }
  return at === end
}
