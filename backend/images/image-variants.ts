/** Widths that smaller copies are made in, in pixels; the storefront's `srcset` names the same. */
export const WIDTHS = [320, 480, 640, 960, 1280, 1920] as const
export const FORMATS = ['avif', 'webp', 'jpeg'] as const
type Width = (typeof WIDTHS)[number]
type Format = (typeof FORMATS)[number]
/** A copy of the whole picture in a width, or one laid out for shared links. */
export type Variant = { width: Width; format: Format } | typeof SHARE
/** What link previews ask for. */
export const SHARE = { width: 1200, height: 630, format: 'jpeg' } as const

/** Qualities at which the photographs' fabric still reads as fabric; AVIF needs half the bytes of WebP for it. */
export const QUALITY = { avif: 46, webp: 74, jpeg: 78 } as const

/** Every copy of a picture that is so many pixels wide (`null`: unknown), smallest first. */
export function variantsOf(pictureWidth: number | null): Variant[] {
  const widest = capWidth(1920, pictureWidth)
  const copies = WIDTHS.filter((width) => width <= widest).flatMap((width): Variant[] =>
    FORMATS.map((format) => ({ width, format })),
  )
  return [...copies, SHARE].sort((a, b) => a.width - b.width)
}

/** The width to make in place of another: pictures are never enlarged, so wider copies would all be the same. */
export function capWidth(width: Width, pictureWidth: number | null): Width {
  if (pictureWidth === null) return width
  return WIDTHS.find((known) => known >= width || known >= pictureWidth) ?? width
}

/** Formats that a browser understands which asked for another, the same one first. */
export function acceptedFormats(asked: Format): readonly Format[] {
  return FORMATS.slice(FORMATS.indexOf(asked))
}
