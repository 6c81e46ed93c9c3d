import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Media } from '../media/media.ts'
import type { MediaStore } from '../media/media-store.ts'
import { createImageQueue } from './image-queue.ts'
import type { ImageResizer } from './image-resizer.ts'
import { acceptedFormats, QUALITY, SHARE, type Variant, WIDTHS } from './image-variants.ts'

/** How long a copy that could not be made is not tried again, in milliseconds. */
const RETRY_AFTER_MS = 60_000

/** Called with the copy's file name when it could not be made. */
type OnFailure = (file: string, error: unknown) => void

export type VariantStore = {
  /** The file of a copy in the folder; `null` when it was not made yet. */
  find: (photo: Media, variant: Variant) => Promise<string | null>
  /** The finished copy that is nearest in size, at least `narrowest` pixels wide, in a format the asker understands. */
  findNearest: (photo: Media, variant: Variant, narrowest: number) => Promise<ReadyCopy | null>
  /** Makes a copy in the background, once however many ask; true when it is there. `leaving`: the asker no longer waits. */
  make: (photo: Media, variant: Variant, leaving?: AbortSignal) => Promise<boolean>
}
export type ReadyCopy = { file: string; format: Variant['format'] }

/** The file of a copy. It carries the picture's hash and the quality: when one changes, old copies are not found. */
export function variantName(photo: Media, variant: Variant): string {
  const width = variant === SHARE ? 'share' : variant.width
  return `${photo.name}.${photo.hash}.${width}.q${QUALITY[variant.format]}.${variant.format}`
}

/** The smaller copies of pictures in a folder. */
export function openVariantStore(
  folder: string,
  { fileOf, makeCopy }: Pick<MediaStore, 'fileOf'> & Pick<ImageResizer, 'makeCopy'>,
  onFailure: OnFailure = () => {},
): VariantStore {
  const queue = createImageQueue()
  const failed = new LRUCache<string, true>({ max: 1000, ttl: RETRY_AFTER_MS })

  async function find(photo: Media, variant: Variant): Promise<string | null> {
    const file = variantName(photo, variant)
    return (await stat(join(folder, file)).catch(() => null)) === null ? null : file
  }

  async function makeFile(photo: Media, variant: Variant, file: string, signal?: AbortSignal): Promise<void> {
    try {
      await mkdir(folder, { recursive: true })
      await makeCopy(await fileOf(photo), variant, join(folder, file), signal)
    } catch (error) {
      failed.set(file, true)
      onFailure(file, error)
      throw error
    }
  }

  return {
    find,
    findNearest: async (photo, variant, narrowest) => {
      for (const { width, format } of neighboursOf(variant, narrowest)) {
        const file = await find(photo, { width, format })
        if (file !== null) return { file, format }
      }
      return null
    },
    make: async (photo, variant, leaving) => {
      const file = variantName(photo, variant)
      if (failed.has(file)) return false
      return queue.run(file, variant.width, (signal) => makeFile(photo, variant, file, signal), leaving)
    },
  }
}

/** The names of all finished copies in a folder. */
export async function listCopies(folder: string): Promise<Set<string>> {
  return new Set(await readdir(folder).catch(() => []))
}

/** Copies that may stand in for another, nearest width first, of two equally near the wider one. */
function neighboursOf({ width: asked, format: wanted }: Variant, narrowest: number) {
  const distance = (width: number) => Math.abs(Math.log2(width / asked))
  return WIDTHS.filter((width) => width >= narrowest)
    .toSorted((a, b) => distance(a) - distance(b) || b - a)
    .flatMap((width) => acceptedFormats(wanted).map((format) => ({ width, format })))
}
