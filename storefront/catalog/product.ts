import { familyKey, isVideo, type ListedProduct } from '@shop/contract/catalog/calls'
import type { Picture } from '@shop/contract/catalog/pictures'

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

/** Whether a photograph shows a part from close by, as the end of its name says: it has no ground, and may be cut. */
export function isCloseUp({ src }: Picture): boolean {
  return /-detail\.\w+(?:\?|$)/.test(src)
}

/** How a style is shown: 'slim' as 'Slim'. */
function styleName(style: string): string {
  return style.charAt(0).toUpperCase() + style.slice(1)
}

/** Whether two styles are the same, in any letter case; a product without one has none in common with others. */
export function isSameStyle(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one.toLowerCase() === other.toLowerCase()
}

/**
 * The styles that tell products of a list apart: those that several bags have, and not all. What only one bag has, in
 * whatever colors, is no choice beside its name.
 */
export function sharedStyles(products: readonly ListedProduct[]): string[] {
  const bags = new Map<string, { style: string; bags: Set<string>; count: number }>()
  for (const product of products) {
    if (product.style === null) continue
    const key = product.style.toLowerCase()
    const known = bags.get(key) ?? { style: product.style, bags: new Set<string>(), count: 0 }
    known.bags.add(familyKey(product) ?? product.product_id)
    bags.set(key, { ...known, count: known.count + 1 })
  }
  return [...bags.values()]
    .filter((style) => style.bags.size > 1 && style.count < products.length)
    .map(({ style }) => styleName(style))
}
