import type { ListedProduct } from '@shop/contract/catalog'

/** Products of one line; `null` for those without. */
export type LineGroup = { line: string | null; products: ListedProduct[] }

/** The products of each line together, lines in the order of their first product. */
export function groupByLine(products: readonly ListedProduct[]): LineGroup[] {
  return [...Map.groupBy(products, ({ line }) => line)].map(([line, group]) => ({ line, products: group }))
}

/** The lines of the catalog, in the order of their first product. */
export function linesOf(products: readonly ListedProduct[]): string[] {
  return [...new Set(products.flatMap(({ line }) => line ?? []))]
}
