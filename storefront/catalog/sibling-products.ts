import type { ListedProduct } from '@shop/contract/catalog'

/**
 * The products that differ in color alone, by product id. The list does not say which these are, so they are those with
 * the same line, size and name once the color is taken out of it. Each other color is there once. Products without a
 * sibling are not in the map.
 */
export function findSiblings(products: readonly ListedProduct[]): ReadonlyMap<string, readonly ListedProduct[]> {
  const families = Map.groupBy(
    products.filter(({ color }) => color !== null),
    (product) => JSON.stringify([product.line, product.size, nameWithoutColor(product)]),
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

function nameWithoutColor({ product_name, color }: ListedProduct): string {
  return product_name.toLowerCase().replace((color ?? '').toLowerCase(), '')
}
