import { isVideo, type ListedProduct } from '@shop/contract/catalog'
import type { Picture } from '@shop/contract/pictures'

export function productPath(productId: string): `/product/${string}` {
  return `/product/${encodeURIComponent(productId)}`
}

export function photosOf(pictures: readonly Picture[]): Picture[] {
  return pictures.filter(({ src }) => !isVideo(src))
}

/** The still picture that stands for a product; `null` when it has none. */
export function firstPhoto(pictures: readonly Picture[]): Picture | null {
  return photosOf(pictures)[0] ?? null
}

/** The bodies of backpacks, by the first word of their size. */
export const STYLES = ['Slim', 'Full'] as const
export type Style = (typeof STYLES)[number]

/** The body of a backpack, from its size ("Slim, 16 L"); `null` for everything else. */
export function styleOf({ size }: Pick<ListedProduct, 'size'>): Style | null {
  const word = /^\w+/.exec(size ?? '')?.[0].toLowerCase()
  return STYLES.find((style) => style.toLowerCase() === word) ?? null
}
