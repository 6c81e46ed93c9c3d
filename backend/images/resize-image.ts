import { rename, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { QUALITY, SHARE, type Variant } from './image-variants.ts'

/** Of AVIF's 0 to 9: above 4 the files grow little slower than the time. */
const AVIF_EFFORT = 4

/** A picture with more pixels is refused: decoding it could take gigabytes. */
const LIMITS = { limitInputPixels: 100_000_000 } as const

sharp.concurrency(1)
// Every copy is made once: nothing that is remembered would be asked for again.
sharp.cache(false)

/** Makes a copy as a file: written beside and renamed, so that nobody ever reads half of it. */
export async function makeCopy(path: string, variant: Variant, file: string): Promise<void> {
  const bytes = await resizeImage(path, variant)
  const draft = `${file}.${process.pid}.tmp`
  try {
    await writeFile(draft, bytes)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Whether a picture can be decoded to its last line; a photograph whose upload broke off cannot. */
export async function isCompleteImage(path: string): Promise<boolean> {
  const image = sharp(path, { ...LIMITS, failOn: 'truncated' })
  return image
    .resize(16)
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    )
}

/** The bytes of a copy. Two of these at once keep the processor busy enough, so each takes one thread. */
function resizeImage(path: string, variant: Variant): Promise<Buffer> {
  const { width, format } = variant
  if (width === SHARE.width) return layOutForSharing(path)
  const image = sharp(path, LIMITS).rotate().resize({ width, withoutEnlargement: true })
  if (format === 'avif') return image.avif({ quality: QUALITY.avif, effort: AVIF_EFFORT }).toBuffer()
  if (format === 'webp') return image.webp({ quality: QUALITY.webp }).toBuffer()
  return image.jpeg({ quality: QUALITY.jpeg, mozjpeg: true }).toBuffer()
}

/** The whole picture in the middle; its own ground goes on to both sides, so that no frame shows. */
async function layOutForSharing(path: string): Promise<Buffer> {
  const { width, height } = SHARE
  const { data, info } = await sharp(path, LIMITS)
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
