import type { ListedProduct } from '@shop/contract/catalog/calls'
import type { ShopLine } from '@shop/contract/pages/shop'
import { isSameStyle, sharedStyles } from './product.ts'
import { findSiblings } from './product-groups.ts'

const MAX_RELATED = 4

export type RelatedProducts = {
  /** Other colors of the bag, then the line's other styles in the same color. */
  variants: ListedProduct[]
  /** The products set to go with its line, in its color where there are several. */
  goesWith: ListedProduct[]
}

/** The strips below a product's description. Both lists may be empty. */
export function relatedProducts(
  product: ListedProduct,
  products: readonly ListedProduct[],
  lines: readonly ShopLine[] = [],
): RelatedProducts {
  const others = products.filter(({ product_id }) => product_id !== product.product_id)
  const siblings = findSiblings([product, ...others])
  const own = siblings.get(product.product_id) ?? []
  const goesWith = companionsOf(product, { products: others, siblings, lines }).filter((other) => !own.includes(other))
  return {
    variants: [...own, ...inOtherStyles(product, others)].slice(0, MAX_RELATED),
    goesWith: goesWith.slice(0, MAX_RELATED),
  }
}

/** Products of the line in the same color and another style, where styles tell products of the shop apart. */
function inOtherStyles({ line, style, color }: ListedProduct, others: readonly ListedProduct[]): ListedProduct[] {
  if (line === null || style === null) return []
  const styles = sharedStyles(others)
  const isShared = (one: string | null) => styles.some((shared) => isSameStyle(shared, one))
  if (!isShared(style)) return []
  return others.filter(
    (other) =>
      other.line === line && other.color === color && isShared(other.style) && !isSameStyle(other.style, style),
  )
}

type Known = {
  products: readonly ListedProduct[]
  siblings: ReadonlyMap<string, readonly ListedProduct[]>
  lines: readonly ShopLine[]
}

/** Products that go with the product's line, each once: in the product's color if there is one. */
function companionsOf({ line, color }: ListedProduct, { products, siblings, lines }: Known): ListedProduct[] {
  const ids = lines.find((entry) => line !== null && entry.line === line)?.goes_with ?? []
  const listed = new Map(products.map((each) => [each.product_id, each]))
  const chosen = ids.flatMap((id) => {
    const companion = listed.get(id)
    if (companion === undefined || companion.color === color) return companion ?? []
    return siblings.get(id)?.find((sibling) => sibling.color === color) ?? companion
  })
  return [...new Set(chosen)]
}
