import { asList, asRecord, asText } from '../http/coercion.ts'
import { canParseUrl } from '../http/older-browsers.ts'

/**
 * In pixels: 240 for thumbnails; 360 to 640 for half a phone's width at 2 or 3 pixels a point, 750 to 1280 for all of
 * it; 1920 for computers. A width a fifth too large has over a third more bytes.
 */
export const PICTURE_WIDTHS = [240, 360, 520, 640, 750, 1080, 1280, 1920] as const

export const MAX_SHOWN_PICTURES = 10

/** `src` is a file name, a path or a full URL, as the backend sent it (R3). */
export type Picture = { src: string; alt: string | null }

/** The URL of a picture: a file name is in `{api}/images/`, a path below `{api}` (R3). */
export function pictureUrl(baseUrl: string, src: string): string {
  // A blank would end a URL inside `srcset`.
  const address = src.replace(/\s/g, encodeURIComponent)
  if (/^(https?:)?\/\//i.test(address)) return address
  return address.startsWith('/') ? `${baseUrl}${address}` : `${baseUrl}/images/${address}`
}

export function listedPictures(row: Record<string, unknown>, baseUrl: string): Picture[] {
  return distinct([...parsePictures(row.image_url), ...parsePictures(row.images)], baseUrl)
}

/** The main picture, or all `images` without one (R3), multi picture, then variants: distinct, at most 10 (R9). */
export function productPictures(row: Record<string, unknown>, baseUrl: string): Picture[] {
  const main = parsePictures(row.image_url)
  const images = parsePictures(row.images)
  const variants = asList(row.variants).flatMap((variant) => parsePictures(asRecord(variant)?.images))
  const shown = [...(main.length > 0 ? main : images), ...parsePictures(row.multi_image_url), ...variants]
  const named = new Map<string, string>()
  for (const { src, alt } of [...images, ...shown]) {
    const address = comparableAddress(baseUrl, src)
    if (alt !== null && !named.has(address)) named.set(address, alt)
  }
  return distinct(shown, baseUrl)
    .map(({ src, alt }) => ({ src, alt: alt ?? named.get(comparableAddress(baseUrl, src)) ?? null }))
    .slice(0, MAX_SHOWN_PICTURES)
}

/** Invalid URLs are skipped, like other malformed parts (R3). */
function parsePictures(value: unknown): Picture[] {
  const entries = Array.isArray(value) ? value : [value]
  return entries.flatMap((entry) => {
    const record = asRecord(entry)
    const src = asText(record === null ? entry : record.image_url)
    if (src === null || !canParseUrl(pictureUrl('', src), SOME_ORIGIN)) return []
    return [{ src, alt: asText(record?.alt) }]
  })
}

function distinct(pictures: readonly Picture[], baseUrl: string): Picture[] {
  const byAddress = new Map<string, Picture>()
  for (const picture of pictures) {
    const address = comparableAddress(baseUrl, picture.src)
    const known = byAddress.get(address)
    if (known === undefined) byAddress.set(address, picture)
    else if (known.alt === null) byAddress.set(address, { ...known, alt: picture.alt })
  }
  return [...byAddress.values()]
}

const SOME_ORIGIN = 'https://shop.invalid'

/** Normalizes a URL for comparison: `a.jpg` and `/images/a.jpg`, `A B` and `A%20B`, any case of the host (R9). */
function comparableAddress(baseUrl: string, src: string): string {
  const { href } = new URL(pictureUrl(baseUrl, src), SOME_ORIGIN)
  try {
    return decodeURI(href)
  } catch {
    return href
  }
}
