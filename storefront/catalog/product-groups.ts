import { familyKey, type ListedProduct } from '@shop/contract/catalog/calls'
import { groupBy } from '@shop/contract/http/older-browsers'

export type LineGroup = { line: string | null; products: ListedProduct[] }

/** The products of each line together, lines in the order of their first product. */
export function groupByLine(products: readonly ListedProduct[]): LineGroup[] {
  return [...groupBy(products, ({ line }) => line)].map(([line, group]) => ({ line, products: group }))
}

export function linesOf(products: readonly ListedProduct[]): string[] {
  return [...new Set(products.flatMap(({ line }) => line ?? []))]
}

/** The products with the colors of each behind its first one, those in stock before those that are sold out. */
export function withColorsTogether(products: readonly ListedProduct[]): ListedProduct[] {
  const families = groupBy(products, (product) => familyKey(product) ?? product)
  return [...families.values()].flatMap((family) =>
    family.sort((a, b) => Number(a.stock_quantity <= 0) - Number(b.stock_quantity <= 0)),
  )
}

/** The product in its other colors, by product id, each color once. Products without a sibling are not in the map. */
export function findSiblings(products: readonly ListedProduct[]): ReadonlyMap<string, readonly ListedProduct[]> {
  const families = groupBy(
    products.filter(({ color }) => color !== null),
    familyKey,
  )
  const siblings = new Map<string, readonly ListedProduct[]>()
  for (const family of families.values()) {
    const ofColors = [...groupBy(family, ({ color }) => color).values()].flatMap(([first]) => first ?? [])
    for (const product of family) {
      const others = ofColors.filter(({ color }) => color !== product.color)
      if (others.length > 0) siblings.set(product.product_id, others)
    }
  }
  return siblings
}
