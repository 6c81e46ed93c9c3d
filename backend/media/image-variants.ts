import { PICTURE_WIDTHS } from '@shop/contract/pictures'

export const FORMATS = ['avif', 'webp', 'jpeg'] as const
type Width = (typeof PICTURE_WIDTHS)[number]
type Format = (typeof FORMATS)[number]
/** A variant of the whole picture in a width, or one composed for link previews. */
export type Variant = { width: Width; format: Format } | typeof SHARE
/** The dimensions of link previews. */
export const SHARE = { width: 1200, height: 630, format: 'jpeg' } as const

/** Qualities at which fabric keeps its texture; AVIF needs half the bytes of WebP for it. */
export const QUALITY = { avif: 46, webp: 74, jpeg: 78 } as const

/** Widths that pages of earlier versions offer: in caches, or of an older node during an update. */
export const FORMER_WIDTHS = [320, 480, 960] as const

/** The width that is made for a requested one. */
export function widthFor(requested: number): Width {
  return PICTURE_WIDTHS.find((width) => width >= requested) ?? 1920
}

/** All variants of a picture of a width (`null`: unknown), smallest first. */
export function variantsOf(pictureWidth: number | null): Variant[] {
  const widest = capWidth(1920, pictureWidth)
  const copies = PICTURE_WIDTHS.filter((width) => width <= widest).flatMap((width): Variant[] =>
    FORMATS.map((format) => ({ width, format })),
  )
  return [...copies, SHARE].sort((a, b) => a.width - b.width)
}

/** The width that a variant is made in: pictures are never enlarged, so all wider variants would be the same. */
export function capWidth(width: Width, pictureWidth: number | null): Width {
  if (pictureWidth === null) return width
  return PICTURE_WIDTHS.find((known) => known >= width || known >= pictureWidth) ?? width
}

/** Formats that a browser which requested this one supports, the requested one first. */
export function acceptedFormats(requested: Format): readonly Format[] {
  return FORMATS.slice(FORMATS.indexOf(requested))
}
