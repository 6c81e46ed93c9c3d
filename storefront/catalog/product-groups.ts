import { familyOf, type ListedProduct } from '@shop/contract/catalog'

export type LineGroup = { line: string | null; products: ListedProduct[] }

/** The products of each line together, lines in the order of their first product. */
export function groupByLine(products: readonly ListedProduct[]): LineGroup[] {
  return [...Map.groupBy(products, ({ line }) => line)].map(([line, group]) => ({ line, products: group }))
}

export function linesOf(products: readonly ListedProduct[]): string[] {
  return [...new Set(products.flatMap(({ line }) => line ?? []))]
}

/** The colors of one product that share a card; the first has the large picture. */
export type ColorGroup = [ListedProduct, ...ListedProduct[]]

/** The most colors of a card; further ones begin another card. */
const COLORS_OF_A_CARD = 4

/**
 * The products card by card. Colors share a card where they follow each other, so that a list in the order of prices or
 * names keeps that order.
 */
export function groupByColor(products: readonly ListedProduct[]): ColorGroup[] {
  const groups: ColorGroup[] = []
  for (const product of products) {
    const group = groups.at(-1)
    if (group !== undefined && canJoin(product, group)) group.push(product)
    else groups.push([product])
  }
  return groups
}

function canJoin(product: ListedProduct, group: ColorGroup): boolean {
  const family = familyOf(product)
  return (
    family !== null &&
    family === familyOf(group[0]) &&
    group.length < COLORS_OF_A_CARD &&
    group.every(({ color }) => color !== product.color)
  )
}

/** The products with the colors of each behind its first one, those in stock before those that are sold out. */
export function withColorsTogether(products: readonly ListedProduct[]): ListedProduct[] {
  const families = Map.groupBy(products, (product) => familyOf(product) ?? product)
  return [...families.values()].flatMap((family) =>
    family.sort((a, b) => Number(a.stock_quantity <= 0) - Number(b.stock_quantity <= 0)),
  )
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
