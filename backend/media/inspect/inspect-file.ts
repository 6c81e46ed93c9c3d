import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { hasMediaEnding, isMediaName, isMediaType, type Media, type MediaType } from '../store/media.ts'
import { findVideoProblem, movProblem, webmProblem } from './video-problem.ts'

/** Decoding takes some 18 bytes a pixel for an AVIF, and up to 6 for a progressive JPEG or an interlaced PNG. */
const MAX_PIXELS = { avif: 10_000_000, other: 100_000_000 } as const
const MAX_BYTES = { picture: 50_000_000, video: 500_000_000 } as const

/** `type` is by the file's first bytes. */
export type MediaFacts = Pick<Media, 'name' | 'type' | 'bytes' | 'width' | 'height'>
export type Inspected = { facts: MediaFacts; problem: null } | { facts: null; problem: string }

type Size = { width: number; height: number }
/** `size` is `null` when unreadable. */
export type PictureReading = {
  size: Size | null
  failure: 'unreadable' | 'pixels' | 'damaged' | 'memory' | 'time' | null
}
/** Decodes a picture completely. */
export type ReadPicture = (path: string, maxPixels: number) => Promise<PictureReading>

export async function inspectFile(name: string, path: string, readPicture = readHeader): Promise<Inspected> {
  if (!isMediaName(name)) return reject(nameProblem(name))
  return inspectContent(name, path, readPicture).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    if (code === null || code === 'ENOENT') throw error
    return reject(accessProblem(name, code))
  })
}

async function inspectContent(name: string, path: string, readPicture: ReadPicture): Promise<Inspected> {
  const { size: bytes } = await stat(path)
  // A special file has no size; reading it finds out what it is.
  if (bytes === 0 && (await readStart(path)).length === 0) return reject(`the file "${name}" is empty`)
  const type = await detectType(path)
  const isVideo = /\.mp4$/i.test(name)
  const ofKind = kindProblem(name, type)
  if (ofKind !== null) return reject(ofKind)
  if (isVideo !== (type === 'video/mp4')) return reject(contentProblem(name, isVideo))
  const most = isVideo ? MAX_BYTES.video : MAX_BYTES.picture
  if (bytes > most)
    return reject(`the file "${name}" has ${megabytes(bytes)}; the shop takes at most ${megabytes(most)}`)
  if (!isMediaType(type)) return reject(contentProblem(name, isVideo))
  if (isVideo) {
    const problem = await findVideoProblem(name, path)
    return problem === null ? { facts: { name, type, bytes, width: null, height: null }, problem } : reject(problem)
  }
  const maxPixels = type === 'image/avif' ? MAX_PIXELS.avif : MAX_PIXELS.other
  const { size, failure } = await readPicture(path, maxPixels)
  if (failure === 'memory' || failure === 'time') return reject(costProblem(name, failure))
  if (failure === 'pixels' && size !== null) return reject(pixelProblem(name, size, maxPixels))
  if (failure !== null || size === null) return reject(`the picture "${name}" is damaged: it cannot be read to its end`)
  return { facts: { name, type, bytes, ...size }, problem: null }
}

function reject(problem: string): Inspected {
  return { facts: null, problem }
}

/** Why a file name is refused; another name does not help a file of another kind. */
export function nameProblem(name: string): string {
  if (/\.svgz?$/i.test(name)) return svgProblem(name)
  if (/\.hei[cf]$/i.test(name)) return heicProblem(name)
  if (/\.(mov|qt)$/i.test(name)) return movProblem(name)
  if (/\.webm$/i.test(name)) return webmProblem(name)
  if (!hasMediaEnding(basename(name)) && /[^.]\.\w+$/.test(name)) {
    return `"${name}" is not a kind of file the shop can show. Save a picture as JPEG or PNG, a video as MP4`
  }
  return `"${name}" is no name that the shop can show: it must begin with a letter, a digit or _, go on with these, dots and -, and end in .jpg, .jpeg, .png, .webp, .avif or .mp4; rename the file`
}

function contentProblem(name: string, isVideo: boolean): string {
  const kind = isVideo
    ? 'no video in MP4; save it as MP4 with H.264 video and AAC sound'
    : 'no picture of a kind the shop can read; save it as JPEG or PNG'
  return `the file "${name}" is there, but it holds ${kind}`
}

function accessProblem(name: string, code: string): string {
  const advice = code === 'EACCES' || code === 'EPERM' ? '; give the user that runs the shop the right to' : ''
  return `the file "${name}" is there, but the shop may not or cannot read it (${code})${advice}`
}

/** Why a kind of file is refused; `null` for others. */
export function kindProblem(name: string, type: DetectedType): string | null {
  if (type === 'svg') return svgProblem(name)
  if (type === 'heic') return heicProblem(name)
  if (type === 'mov') return movProblem(name)
  return type === 'webm' ? webmProblem(name) : null
}

function svgProblem(name: string): string {
  return `the file "${name}" is an SVG drawing, which can contain a program; save it as JPEG or PNG`
}

function heicProblem(name: string): string {
  return `the file "${name}" is in HEIC, the iPhone's own format; on the iPhone choose Settings, Camera, Formats, Most Compatible and take it again, or share it as JPEG`
}

function pixelProblem(name: string, { width, height }: { width: number; height: number }, maxPixels: number): string {
  const millions = Math.round((width * height) / 1_000_000)
  return `the picture "${name}" has ${millions} megapixels (${width} × ${height}); the shop takes at most ${maxPixels / 1_000_000}: save it smaller${maxPixels === MAX_PIXELS.avif ? ', or as JPEG' : ''}`
}

function costProblem(name: string, failure: 'memory' | 'time'): string {
  const cost = failure === 'memory' ? 'takes more memory to open than the shop has for it' : 'takes too long to open'
  return `the picture "${name}" ${cost}: save it smaller, or as a JPEG that is not progressive`
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}

/** `null` for unknown types. */
type DetectedType = MediaType | 'svg' | 'heic' | 'mov' | 'webm' | null

export async function detectType(path: string): Promise<DetectedType> {
  return typeOfStart(await readStart(path))
}

/** A QuickTime movie's first boxes without a brand, and its brand. */
const QUICKTIME_START = /^(moov|mdat|wide|pnot|ftypqt {2})/

export function typeOfStart(start: Buffer): DetectedType {
  const brand = start.toString('latin1', 4, 12)
  if (start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (start.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png'
  if (start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  if (brand === 'ftypavif' || brand === 'ftypavis') return 'image/avif'
  if (/^ftyp(hei|hev|mif|msf)/.test(brand)) return 'heic'
  if (QUICKTIME_START.test(brand)) return 'mov'
  if (brand.startsWith('ftyp')) return 'video/mp4'
  if (start.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))) return 'webm'
  return /<svg[\s>]/i.test(start.toString('latin1')) ? 'svg' : null
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** By the first bytes, after the EXIF orientation. */
async function readHeader(path: string, maxPixels: number): Promise<PictureReading> {
  const { imageSizeFromFile } = await import('image-size/fromFile')
  const header = await imageSizeFromFile(path).catch(() => null)
  if (header === null || header.width < 1 || header.height < 1) return { size: null, failure: 'unreadable' }
  const { width, height, orientation = 1 } = header
  const size = orientation >= 5 ? { width: height, height: width } : { width, height }
  return { size, failure: width * height > maxPixels ? 'pixels' : null }
}
