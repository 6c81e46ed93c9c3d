/** Widths that smaller copies are made in, in pixels; the storefront's `srcset` names the same. */
export const WIDTHS = [320, 480, 640, 960, 1280, 1920] as const
export const FORMATS = ['avif', 'webp', 'jpeg'] as const
/** A copy of the whole picture in a width, or one laid out for shared links. */
export type Variant = { width: (typeof WIDTHS)[number]; format: (typeof FORMATS)[number] } | typeof SHARE
/** What link previews ask for. */
export const SHARE = { width: 1200, height: 630, format: 'jpeg' } as const

/** Qualities at which the photographs' fabric still reads as fabric; AVIF needs half the bytes of WebP for it. */
export const QUALITY = { avif: 46, webp: 74, jpeg: 78 } as const
