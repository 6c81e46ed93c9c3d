import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_WIDTHS } from '@shop/contract/catalog/pictures'
import { LRUCache } from 'lru-cache'
import type { Media } from '../store/media.ts'
import { acceptedFormats, qualityOf, SHARE_PICTURE, type Variant } from '../store/media.ts'
import type { MediaStore } from '../store/media-store.ts'
import { createImageQueue } from './image-queue.ts'
import type { ImageResizer } from './image-resizer.ts'

const RETRY_AFTER_MS = 60_000

/** `file` is the variant's name. */
type OnFailure = (file: string, error: unknown) => void

export type VariantStore = {
  /** The path; `null` when not made yet. */
  find: (photo: Media, variant: Variant) => Promise<string | null>
  /** The nearest in size from `narrowest` pixels on, in a format that the browser supports. */
  findNearest: (photo: Media, variant: Variant, narrowest: number) => Promise<ReadyCopy | null>
  /** In the background, once for concurrent requests; true when it exists. `leaving`: the client has gone. */
  make: (photo: Media, variant: Variant, leaving?: AbortSignal) => Promise<boolean>
}
export type ReadyCopy = { file: string; format: Variant['format'] }

/** Contains hash and quality, so outdated variants are not found. */
export function variantName(photo: Media, variant: Variant): string {
  const width = variant === SHARE_PICTURE ? 'share' : variant.width
  return `${photo.name}.${photo.hash}.${width}.q${qualityOf(variant)}.${variant.format}`
}

export function openVariantStore(
  folder: string,
  { fileOf, makeCopy }: Pick<MediaStore, 'fileOf'> & Pick<ImageResizer, 'makeCopy'>,
  onFailure: OnFailure = () => {},
): VariantStore {
  // One AVIF at a time, so other variants never wait for one.
  const queues = { avif: createImageQueue(1), others: createImageQueue(2) }
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
      for (const { width, format } of listReplacements(variant, narrowest)) {
        const file = await find(photo, { width, format })
        if (file !== null) return { file, format }
      }
      return null
    },
    make: async (photo, variant, leaving) => {
      const file = variantName(photo, variant)
      if (failed.has(file)) return false
      const queue = variant.format === 'avif' ? queues.avif : queues.others
      return queue.run(file, variant.width, (signal) => makeFile(photo, variant, file, signal), leaving)
    },
  }
}

/** Replacements, nearest width first, the wider of two. */
function listReplacements({ width: requested, format: wanted }: Variant, narrowest: number) {
  const distance = (width: number) => Math.abs(Math.log2(width / requested))
  return PICTURE_WIDTHS.filter((width) => width >= narrowest)
    .toSorted((a, b) => distance(a) - distance(b) || b - a)
    .flatMap((width) => acceptedFormats(wanted).map((format) => ({ width, format })))
}
