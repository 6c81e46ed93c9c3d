import type { ListedProduct } from '@shop/contract/catalog'
import { familyOf } from './sibling-products.ts'

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
