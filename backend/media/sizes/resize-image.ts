import { rename, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { PictureReading } from '../inspect/inspect-file.ts'
import { qualityOf, SHARE_PICTURE, type Variant } from '../store/media.ts'

const AVIF_EFFORT = 4

/** Decoding larger ones could take gigabytes. */
const SHARP_LIMITS = { limitInputPixels: 100_000_000 } as const

sharp.concurrency(1)
// Each variant is made once.
sharp.cache(false)

/** Writes under a temporary name and renames. */
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

/** The displayed size, after complete decoding, which fails for a truncated upload. Too many pixels are not decoded. */
export async function readPicture(path: string, maxPixels: number): Promise<PictureReading> {
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (header === null) return { size: null, failure: 'unreadable' }
  const size = header.autoOrient
  if (size.width * size.height > maxPixels) return { size, failure: 'pixels' }
  return sharp(path, { limitInputPixels: maxPixels, failOn: 'truncated' })
    .resize(16)
    .raw()
    .toBuffer()
    .then(
      () => ({ size, failure: null }),
      () => ({ size, failure: 'damaged' }),
    )
}

/** Uses one thread, since two pictures at a time already use the processor fully. */
function resizeImage(path: string, variant: Variant): Promise<Buffer> {
  const { width, format } = variant
  if (width === SHARE_PICTURE.width) return layOutForSharing(path)
  const image = sharp(path, SHARP_LIMITS).rotate().resize({ width, withoutEnlargement: true })
  const quality = qualityOf(variant)
  if (format === 'avif') return image.avif({ quality, effort: AVIF_EFFORT }).toBuffer()
  if (format === 'webp') return image.webp({ quality }).toBuffer()
  return image.jpeg({ quality, mozjpeg: true }).toBuffer()
}

/** The whole picture centered on its extended background. */
async function layOutForSharing(path: string): Promise<Buffer> {
  const { width, height } = SHARE_PICTURE
  const { data, info } = await sharp(path, SHARP_LIMITS)
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
    .jpeg({ quality: qualityOf(SHARE_PICTURE), mozjpeg: true })
    .toBuffer()
}
