import sharp from 'sharp'
import { QUALITY, SHARE, type Variant } from './picture-kinds.ts'

/** Of AVIF's 0 to 9: above 4 the files grow little slower than the time. */
const AVIF_EFFORT = 4

sharp.concurrency(1)
// Every copy is made once: nothing that is remembered would be asked for again.
sharp.cache(false)

/** The bytes of a copy. Two of these at once keep the processor busy enough, so each takes one thread. */
export function shrinkPicture(path: string, variant: Variant): Promise<Buffer> {
  const { width, format } = variant
  if (width === SHARE.width) return layOut(path)
  const image = sharp(path).rotate().resize({ width, withoutEnlargement: true })
  if (format === 'avif') return image.avif({ quality: QUALITY.avif, effort: AVIF_EFFORT }).toBuffer()
  if (format === 'webp') return image.webp({ quality: QUALITY.webp }).toBuffer()
  return image.jpeg({ quality: QUALITY.jpeg, mozjpeg: true }).toBuffer()
}

/** The whole picture in the middle; its own ground goes on to both sides, so that no frame shows. */
async function layOut(path: string): Promise<Buffer> {
  const { width, height } = SHARE
  const { data, info } = await sharp(path)
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
