import type { ListedProduct } from '@shop/contract/catalog'
import { STYLES, type Style } from './product-filter.ts'

/** The body of a backpack, from its size ("Slim, 16 L"); `null` for everything else. */
export function styleOf({ size }: Pick<ListedProduct, 'size'>): Style | null {
  const word = /^\w+/.exec(size ?? '')?.[0].toLowerCase()
  return STYLES.find((style) => style.toLowerCase() === word) ?? null
}
