import { isVideo } from '@shop/contract/catalog'
import type { Picture } from '@shop/contract/pictures'

/** The picture that stands for a product in the cart: its first that does not move. */
export function stillPicture(pictures: readonly Picture[]): Picture | null {
  return pictures.find(({ src }) => !isVideo(src)) ?? null
}
