import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Photo } from './photo-shelf.ts'

/** Widths that smaller copies are made in, in pixels; the storefront's `srcset` names the same. */
export const WIDTHS = [320, 480, 640, 960, 1280, 1920] as const
export const FORMATS = ['avif', 'webp', 'jpeg'] as const
/** A copy of the whole picture in a width, or one laid out for shared links. */
export type Variant = { width: (typeof WIDTHS)[number]; format: (typeof FORMATS)[number] } | typeof SHARE
/** What link previews ask for. */
export const SHARE = { width: 1200, height: 630, format: 'jpeg' } as const

/** Qualities at which the photographs' fabric still reads as fabric; AVIF needs half the bytes of WebP for it. */
const QUALITY = { avif: 46, webp: 74, jpeg: 78 } as const
/** Of AVIF's 0 to 9: above 4 the files grow little slower than the time. */
const AVIF_EFFORT = 4
const AT_ONCE = 2

/** A finished variant's file name in the folder, or its bytes when the disk would not take it. */
export type MadeVariant = { file: string } | { bytes: Buffer }

export type VariantMaker = {
  /** A smaller copy of a picture: made once, kept on disk, however many ask for it together. */
  get: (photo: Photo, variant: Variant) => Promise<MadeVariant>
  /** Names of all variants there are. */
  list: () => Promise<Set<string>>
}

/** The file of a variant. It carries the picture's hash and the quality: when one changes, old copies are not found. */
export function variantName(photo: Photo, variant: Variant): string {
  const width = variant === SHARE ? 'share' : variant.width
  return `${photo.name}.${photo.hash}.${width}.q${QUALITY[variant.format]}.${variant.format}`
}

export function openVariants(folder: string): VariantMaker {
  const running = new Map<string, Promise<MadeVariant>>()
  const turns = createTurns(AT_ONCE)
  // Two jobs at once are parallel enough; more threads each would only take the processor from visitors.
  sharp.concurrency(1)

  async function findOrMake(photo: Photo, variant: Variant): Promise<MadeVariant> {
    const file = variantName(photo, variant)
    if (await stat(join(folder, file)).catch(() => null)) return { file }
    return turns(async () => {
      const bytes = await shrink(photo, variant)
      return (await keep(folder, file, bytes)) ? { file } : { bytes }
    })
  }

  return {
    get: (photo, variant) => {
      const name = variantName(photo, variant)
      const begun = running.get(name)
      if (begun) return begun
      const mine = findOrMake(photo, variant).finally(() => running.delete(name))
      running.set(name, mine)
      return mine
    },
    list: async () => new Set(await readdir(folder).catch(() => [])),
  }
}

function shrink(photo: Photo, variant: Variant): Promise<Buffer> {
  if (variant === SHARE) return layOut(photo)
  const { width, format } = variant
  const image = sharp(photo.path).rotate().resize({ width, withoutEnlargement: true })
  if (format === 'avif') return image.avif({ quality: QUALITY.avif, effort: AVIF_EFFORT }).toBuffer()
  if (format === 'webp') return image.webp({ quality: QUALITY.webp }).toBuffer()
  return image.jpeg({ quality: QUALITY.jpeg, mozjpeg: true }).toBuffer()
}

/** The whole picture in the middle; its own ground goes on to both sides, so that no frame shows. */
async function layOut(photo: Photo): Promise<Buffer> {
  const { width, height } = SHARE
  const { data, info } = await sharp(photo.path)
    .rotate()
    .resize({ width, height, fit: 'inside' })
    .toBuffer({ resolveWithObject: true })
  const [left, top] = [Math.floor((width - info.width) / 2), Math.floor((height - info.height) / 2)]
  return sharp(data)
    .extend({
      left,
      right: width - info.width - left,
      top,
      bottom: height - info.height - top,
      extendWith: 'copy',
    })
    .jpeg({ quality: QUALITY.jpeg, mozjpeg: true })
    .toBuffer()
}

/** Written beside and renamed, so that nobody ever reads half a file; false when the disk is full. */
async function keep(folder: string, file: string, bytes: Buffer): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true })
    const draft = join(folder, `${file}.${process.pid}.tmp`)
    await writeFile(draft, bytes)
    await rename(draft, join(folder, file))
    return true
  } catch {
    return false
  }
}

/** Runs at most so many jobs at a time, the others wait in line. */
function createTurns(atOnce: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let busy = 0
  return async (job) => {
    if (busy >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
