import { AppError } from '../errors/app-error.ts'
import type { Media } from '../media/media.ts'
import { SHARE, type Variant } from './image-variants.ts'
import type { ReadyCopy, VariantStore } from './variant-store.ts'

/**
 * Largest original, in bytes, that replaces a variant at once; for a larger one it is worth waiting for the variant.
 */
const LIGHT = 500_000
/** Milliseconds that a visitor waits for a variant before the original is sent. */
export const WAIT_MS = 3000

/**
 * `copy` is `null` for the original; `isRight` is false for a replacement while the requested variant is being made.
 */
export type FoundImage = { copy: ReadyCopy | null; isRight: boolean }

/**
 * The requested variant, or what can replace it at once: the finished variant of the nearest size, or a small original.
 * A large original is only sent when its variant is not made within three seconds.
 */
export async function findImage(
  variants: VariantStore,
  photo: Media,
  variant: Variant,
  leaving: AbortSignal,
): Promise<FoundImage> {
  const right = () => variants.find(photo, variant)
  const ready = await right()
  if (ready !== null) return { copy: { file: ready, format: variant.format }, isRight: true }
  const substitute = await findSubstitute(variants, photo, variant)
  if (substitute !== null) {
    void variants.make(photo, variant)
    return substitute
  }
  const made = (await within(WAIT_MS, variants.make(photo, variant, leaving))) ? await right() : null
  if (made !== null) return { copy: { file: made, format: variant.format }, isRight: true }
  if (!leaving.aborted) void variants.make(photo, variant)
  return original(photo, variant)
}

async function findSubstitute(variants: VariantStore, photo: Media, variant: Variant): Promise<FoundImage | null> {
  // Nothing else has a link preview's shape, and services cache the first picture that they get.
  if (variant === SHARE) return null
  const isLight = photo.bytes <= LIGHT && isUnderstood(photo, variant)
  // Less than half the width would look blurred, and is only better than a large original.
  const copy = await variants.findNearest(photo, variant, isLight ? variant.width / 2 : 0)
  if (copy !== null) return { copy, isRight: false }
  return isLight ? { copy: null, isRight: false } : null
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
