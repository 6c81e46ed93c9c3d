import type { ListedProduct } from '@shop/contract/catalog'

/**
 * What the products that differ in color alone have in common; `null` for one without a color. The list does not say
 * which these are, so they are those with the same line, size and name once the color is taken out of it.
 */
export function familyOf({ line, size, product_name, color }: ListedProduct): string | null {
  if (color === null) return null
  return JSON.stringify([line, size, product_name.toLowerCase().replace(color.toLowerCase(), '')])
}

/** The product in its other colors, by product id, each color once. Products without a sibling are not in the map. */
export function findSiblings(products: readonly ListedProduct[]): ReadonlyMap<string, readonly ListedProduct[]> {
  const families = Map.groupBy(
    products.filter(({ color }) => color !== null),
    familyOf,
  )
  const siblings = new Map<string, readonly ListedProduct[]>()
  for (const family of families.values()) {
    const ofColors = [...Map.groupBy(family, ({ color }) => color).values()].flatMap(([first]) => first ?? [])
    for (const product of family) {
      const others = ofColors.filter(({ color }) => color !== product.color)
      if (others.length > 0) siblings.set(product.product_id, others)
    }
  }
  return siblings
}
