import { PICTURE_WIDTHS } from '@shop/contract/catalog/pictures'

export const MEDIA_TYPES = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'video/mp4': '.mp4',
} as const
export type MediaType = keyof typeof MEDIA_TYPES

export function isMediaType(type: string | null): type is MediaType {
  return type !== null && Object.hasOwn(MEDIA_TYPES, type)
}

export type Media = {
  name: string
  /** Identifies the content in the URL. */
  hash: string
  /** SHA-256 of the content, in hex. */
  sha256: string
  type: MediaType
  bytes: number
  /** In pixels, as shown; `null` for a video. */
  width: number | null
  height: number | null
  created_at: string
}

// No slash, backslash, leading dot or percent sign: such a name cannot escape a folder.
const MEDIA_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,150}\.(jpe?g|png|webp|avif|mp4)$/i

export function isMediaName(name: string): boolean {
  return MEDIA_NAME.test(name)
}

export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** The beginning of one, which is part of the names of variants. */
export function hasShortHashForm(text: string): boolean {
  return /^[0-9a-f]{8}$/.test(text)
}

/** Throws unless the facts of a picture or video can name its files: write access to the database is no way out of the folder. */
export function requireFileNames({ name, hash, sha256 }: Pick<Media, 'name' | 'hash' | 'sha256'>): void {
  if (!isMediaName(name) || !hasShortHashForm(hash) || !isSha256(sha256)) {
    throw new TypeError('the facts of a picture or video in the database are not valid')
  }
}

/** Whether a file name has the extension of a picture or video, even if it is otherwise invalid. */
export function hasMediaEnding(name: string): boolean {
  return /^[^.].*\.(jpe?g|png|webp|avif|mp4)$/i.test(name)
}

export function isVideo({ type }: Pick<Media, 'type'>): boolean {
  return type === 'video/mp4'
}

/** URL path of a picture, `/images/name.jpg?v=hash`; `hash` is `null` when unknown. */
export function mediaUrl(name: string, hash: string | null): string {
  return `/images/${encodeURIComponent(name)}${hash === null ? '' : `?v=${hash}`}`
}

export const PICTURE_FORMATS = ['avif', 'webp', 'jpeg'] as const

type Width = (typeof PICTURE_WIDTHS)[number]

type Format = (typeof PICTURE_FORMATS)[number]

/** A variant of the whole picture in a width, or one composed for link previews. */
export type Variant = { width: Width; format: Format } | typeof SHARE_PICTURE

export const SHARE_PICTURE = { width: 1200, height: 630, format: 'jpeg' } as const

/** Qualities at which fabric keeps its texture; AVIF needs half the bytes of WebP for it. */
const FORMAT_QUALITY = { avif: 46, webp: 74, jpeg: 78 } as const
/** Those of small copies and of the widest, which are mostly drawn with one pixel a point. */
const FINE_QUALITY = { avif: 54, webp: 82, jpeg: 84 } as const
const SMALL_WIDTH_PX = 480
/** The narrowest copy for the whole window of a computer, in pixels. */
const LARGE_WIDTH_PX = 1920

export function qualityOf({ width, format }: Pick<Variant, 'width' | 'format'>): number {
  return (width <= SMALL_WIDTH_PX || width >= LARGE_WIDTH_PX ? FINE_QUALITY : FORMAT_QUALITY)[format]
}

/** Widths that pages of earlier versions offer: in caches, or of an older node during an update. */
export const FORMER_WIDTHS = [320, 480, 960] as const

export function widthFor(requested: number): Width {
  return PICTURE_WIDTHS.find((width) => width >= requested) ?? 1920
}

/** The width that a variant is made in: pictures are never enlarged, so all wider variants would be the same. */
export function capWidth(width: Width, pictureWidth: number | null): Width {
  if (pictureWidth === null) return width
  return PICTURE_WIDTHS.find((known) => known >= width || known >= pictureWidth) ?? width
}

/** Formats that a browser which requested this one supports, the requested one first. */
export function acceptedFormats(requested: Format): readonly Format[] {
  return PICTURE_FORMATS.slice(PICTURE_FORMATS.indexOf(requested))
}
