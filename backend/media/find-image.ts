import { AppError } from '../http/errors/app-error.ts'
import type { Media } from './media.ts'
import { SHARE, type Variant } from './media.ts'
import type { ReadyCopy, VariantStore } from './variant-store.ts'

/** Milliseconds that a visitor waits for a picture to be made before the original is sent. */
export const WAIT_MS = 3000

/**
 * `copy` is `null` for the original; `isRight` is false for a replacement while the requested variant is being made.
 */
export type FoundImage = { copy: ReadyCopy | null; isRight: boolean }

/**
 * The requested variant. One that is not ready is replaced by the finished variant of the nearest size, or made: an AVIF
 * takes up to four seconds of processor time, so its first visitors get it as WebP, which takes a tenth. The original,
 * which may have megabytes, is only sent when that is not made within three seconds.
 */
export async function findImage(
  variants: VariantStore,
  photo: Media,
  variant: Variant,
  leaving: AbortSignal,
): Promise<FoundImage> {
  const ready = await variants.find(photo, variant)
  if (ready !== null) return { copy: { file: ready, format: variant.format }, isRight: true }
  const nearest = await findNearest(variants, photo, variant)
  if (nearest !== null) {
    void variants.make(photo, variant)
    return { copy: nearest, isRight: false }
  }
  const quick = quickOf(variant)
  const isMade = await within(WAIT_MS, variants.make(photo, quick, leaving))
  const file = isMade ? await variants.find(photo, quick) : null
  const isRight = file !== null && quick === variant
  if (!isRight && !leaving.aborted) void variants.make(photo, variant)
  return file === null ? original(photo, variant) : { copy: { file, format: quick.format }, isRight }
}

async function findNearest(variants: VariantStore, photo: Media, variant: Variant): Promise<ReadyCopy | null> {
  // Nothing else has a link preview's shape, and services cache the first picture that they get.
  if (variant === SHARE) return null
  // Less than half the width would look blurred.
  return variants.findNearest(photo, variant, variant.width / 2)
}

/** What is made first of a requested variant; browsers that request AVIF support WebP. */
function quickOf(variant: Variant): Variant {
  return variant.format === 'avif' ? { width: variant.width, format: 'webp' } : variant
}

function original(photo: Media, variant: Variant): FoundImage {
  if (isUnderstood(photo, variant)) return { copy: null, isRight: false }
  throw new AppError('unavailable', 'This picture is being prepared. Please try again in a moment.')
}

/** Every browser shows JPEG and PNG; AVIF and WebP are only sent to those that request them. */
function isUnderstood({ type }: Media, { format }: Variant): boolean {
  if (type === 'image/avif') return format === 'avif'
  return type !== 'image/webp' || format !== 'jpeg'
}

/** A promise's result within a time; `false` when it takes longer. */
async function within(ms: number, outcome: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer))
}
