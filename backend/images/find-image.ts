import { AppError } from '../errors/app-error.ts'
import type { Media } from '../media/media.ts'
import { SHARE, type Variant } from './image-variants.ts'
import type { ReadyCopy, VariantStore } from './variant-store.ts'

/** An original up to this size replaces a copy at once, in bytes; a larger one is worth waiting for its copy. */
const LIGHT = 500_000
/** How long a visitor waits for a copy before the original is sent, in milliseconds. */
export const WAIT_MS = 3000

/** `copy` is `null` for the original; `isRight` is false for what stands in while the right copy is being made. */
export type FoundImage = { copy: ReadyCopy | null; isRight: boolean }

/**
 * The copy that was asked for, or what can be shown in its place at once: the finished copy nearest in size, or a light
 * original. A heavy original is sent only when its copy is not made within three seconds.
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
  // Nothing else has the shape of a link preview, and who fetches one keeps what came first.
  if (variant === SHARE) return null
  const isLight = photo.bytes <= LIGHT && isUnderstood(photo, variant)
  // Less than half as wide would look blurred; worth it only in place of a heavy original.
  const copy = await variants.findNearest(photo, variant, isLight ? variant.width / 2 : 0)
  if (copy !== null) return { copy, isRight: false }
  return isLight ? { copy: null, isRight: false } : null
}

function original(photo: Media, variant: Variant): FoundImage {
  if (isUnderstood(photo, variant)) return { copy: null, isRight: false }
  throw new AppError('unavailable', 'This picture is being prepared. Please try again in a moment.')
}

/** Every browser shows JPEG and PNG; AVIF and WebP only those that ask for them. */
function isUnderstood({ type }: Media, { format }: Variant): boolean {
  if (type === 'image/avif') return format === 'avif'
  return type !== 'image/webp' || format !== 'jpeg'
}

/** What comes of something within a time; `false` when it takes longer. */
async function within(ms: number, outcome: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  return Promise.race([outcome, late]).finally(() => clearTimeout(timer))
}
