import { asList, asRecord, asText } from './coercion.ts'

/** At most so many pictures on a product page (section 9). */
export const MAX_PICTURES = 10

/** A picture or video of a product. `src` is a bare file name, a path or a full URL, as the backend sent it (R3). */
export type Picture = { src: string; alt: string | null }

/** A picture's address: a bare name is served from `{api}/images/`, a path from `{api}`, a full URL as it is (section 3, R3). */
export function pictureUrl(baseUrl: string, src: string): string {
  // A blank would end an address inside `srcset`.
  const address = src.replace(/\s/g, encodeURIComponent)
  if (/^(https?:)?\/\//i.test(address)) return address
  return address.startsWith('/') ? `${baseUrl}${address}` : `${baseUrl}/images/${address}`
}

/** The pictures of a product in a list: the main one, then the others, each once. */
export function listedPictures(row: Record<string, unknown>, baseUrl: string): Picture[] {
  return distinct([...parsePictures(row.image_url), ...parsePictures(row.images)], baseUrl)
}

/** Main picture, the multi picture, then all variants' pictures, each once, at most 10 (R9). */
export function productPictures(row: Record<string, unknown>, baseUrl: string): Picture[] {
  const variants = asList(row.variants).flatMap((variant) => parsePictures(asRecord(variant)?.images))
  const shown = [...parsePictures(row.image_url), ...parsePictures(row.multi_image_url), ...variants]
  const named = new Map<string, string>()
  for (const { src, alt } of [...parsePictures(row.images), ...shown]) {
    const address = comparableAddress(baseUrl, src)
    if (alt !== null && !named.has(address)) named.set(address, alt)
  }
  return distinct(shown, baseUrl)
    .map(({ src, alt }) => ({ src, alt: alt ?? named.get(comparableAddress(baseUrl, src)) ?? null }))
    .slice(0, MAX_PICTURES)
}

/** Addresses that no browser could fetch are left out, as other malformed parts of a product are (R3). */
function parsePictures(value: unknown): Picture[] {
  const entries = Array.isArray(value) ? value : [value]
  return entries.flatMap((entry) => {
    const record = asRecord(entry)
    const src = asText(record === null ? entry : record.image_url)
    if (src === null || !URL.canParse(pictureUrl('', src), SOME_ORIGIN)) return []
    return [{ src, alt: asText(record?.alt) }]
  })
}

/** Each address once, in the form it came first; the first alternative text of several is kept. */
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

/** Completes a path, so that paths can be compared with full addresses. */
const SOME_ORIGIN = 'https://shop.invalid'

/** Two ways to write an address come out the same: `a.jpg` and `/images/a.jpg`, `A B` and `A%20B`, any letter case of the host (R9). */
function comparableAddress(baseUrl: string, src: string): string {
  const { href } = new URL(pictureUrl(baseUrl, src), SOME_ORIGIN)
  try {
    return decodeURI(href)
  } catch {
    return href
  }
}
