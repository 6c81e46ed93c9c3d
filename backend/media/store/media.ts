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
  hash: string
  sha256: string
  type: MediaType
  bytes: number
  width: number | null
  height: number | null
  created_at: string
}

// Such a name can't escape a folder.
const MEDIA_NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,150}\.(jpe?g|png|webp|avif|mp4)$/i

export function isMediaName(name: string): boolean {
  return MEDIA_NAME.test(name)
}

export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** Part of variants' names. */
export function hasShortHashForm(text: string): boolean {
  return /^[0-9a-f]{8}$/.test(text)
}

/** Throws for names that could leave the folder, even with write access to the database. */
export function requireFileNames({ name, hash, sha256 }: Pick<Media, 'name' | 'hash' | 'sha256'>): void {
  if (!isMediaName(name) || !hasShortHashForm(hash) || !isSha256(sha256)) {
    throw new TypeError('the facts of a picture or video in the database are not valid')
  }
}

/** Whether it has the extension of a picture or video, even if invalid otherwise. */
export function hasMediaEnding(name: string): boolean {
  return /^[^.].*\.(jpe?g|png|webp|avif|mp4)$/i.test(name)
}

export function isVideo({ type }: Pick<Media, 'type'>): boolean {
  return type === 'video/mp4'
}

export function mediaUrl(name: string, hash: string | null): string {
  return `/images/${encodeURIComponent(name)}${hash === null ? '' : `?v=${hash}`}`
}

export const PICTURE_FORMATS = ['avif', 'webp', 'jpeg'] as const

type Width = (typeof PICTURE_WIDTHS)[number]

type Format = (typeof PICTURE_FORMATS)[number]

export type Variant = { width: Width; format: Format } | typeof SHARE_PICTURE

export const SHARE_PICTURE = { width: 1200, height: 630, format: 'jpeg' } as const

/** Fabric keeps its texture at these; AVIF needs half the bytes of WebP. */
const FORMAT_QUALITY = { avif: 46, webp: 74, jpeg: 78 } as const
/** For small and the widest copies, which mostly have one pixel a point. */
const FINE_QUALITY = { avif: 54, webp: 82, jpeg: 84 } as const
const SMALL_WIDTH_PX = 480
/** The narrowest copy for a computer's whole window. */
const LARGE_WIDTH_PX = 1920

export function qualityOf({ width, format }: Pick<Variant, 'width' | 'format'>): number {
  return (width <= SMALL_WIDTH_PX || width >= LARGE_WIDTH_PX ? FINE_QUALITY : FORMAT_QUALITY)[format]
}

/** Offered by earlier versions: in caches, or by an older node. */
export const FORMER_WIDTHS = [320, 480, 960] as const

export function widthFor(requested: number): Width {
  return PICTURE_WIDTHS.find((width) => width >= requested) ?? 1920
}

/** Pictures are never enlarged, so wider variants would be equal. */
export function capWidth(width: Width, pictureWidth: number | null): Width {
  if (pictureWidth === null) return width
  return PICTURE_WIDTHS.find((known) => known >= width || known >= pictureWidth) ?? width
}

/** Supported by a browser that requested this one, which is first. */
export function acceptedFormats(requested: Format): readonly Format[] {
  return PICTURE_FORMATS.slice(PICTURE_FORMATS.indexOf(requested))
}
