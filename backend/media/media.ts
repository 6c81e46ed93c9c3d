/** What an original may be. */
export const MEDIA_TYPES = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'video/mp4': '.mp4',
} as const
export type MediaType = keyof typeof MEDIA_TYPES

/** A picture or video of the shop, without its content. */
export type Media = {
  name: string
  /** Stands for the content in the address. */
  hash: string
  /** Of the content. */
  sha256: string
  type: MediaType
  bytes: number
  /** In pixels as it is shown; `null` for a video. */
  width: number | null
  height: number | null
  created_at: string
}

// No slash, no backslash, no leading dot, no percent sign: a name of this form cannot leave a folder.
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,150}\.(jpe?g|png|webp|avif|mp4)$/i

export function isMediaName(name: string): boolean {
  return NAME.test(name)
}

/** Whether a file is meant to be a picture or video, whatever else is wrong with its name. */
export function hasMediaEnding(name: string): boolean {
  return /^[^.].*\.(jpe?g|png|webp|avif|mp4)$/i.test(name)
}

export function isVideo({ type }: Pick<Media, 'type'>): boolean {
  return type === 'video/mp4'
}

/** Where a picture is served, `/images/name.jpg?v=hash`; `hash` is `null` when it is not known. */
export function mediaUrl(name: string, hash: string | null): string {
  return `/images/${encodeURIComponent(name)}${hash === null ? '' : `?v=${hash}`}`
}
