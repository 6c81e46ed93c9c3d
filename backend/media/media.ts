/** Content types of originals. */
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
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,150}\.(jpe?g|png|webp|avif|mp4)$/i

export function isMediaName(name: string): boolean {
  return NAME.test(name)
}

/** SHA-256 in hex, which names the file of an original. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** The beginning of one, which is part of the names of variants. */
export function hasShortHashForm(text: string): boolean {
  return /^[0-9a-f]{8}$/.test(text)
}

/** Throws unless the facts of a picture or video can name its files: whoever can write the database cannot leave the folder. */
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
