import { isVideo } from '@shop/contract/catalog'
import type { Picture } from '@shop/contract/pictures'

/** A product's pictures without its videos. */
export function photosOf(pictures: readonly Picture[]): Picture[] {
  return pictures.filter(({ src }) => !isVideo(src))
}

/** The still picture that stands for a product; `null` when it has none. */
export function firstPhoto(pictures: readonly Picture[]): Picture | null {
  return photosOf(pictures)[0] ?? null
}
