import type { ListedProduct } from '@shop/contract/catalog'
import { styleOf } from './product.ts'
import { findSiblings } from './product-groups.ts'

const GOES_WITH = /\b(rain cover|pouch)\b/i

export type RelatedProducts = {
  /** The same bag in other colors, then the line's other style in the same color. */
  variants: ListedProduct[]
  /** For a backpack: rain cover and pouch, in its color where there are several. */
  goesWith: ListedProduct[]
}

/** What stands below a product's description. Both lists may be empty. */
export function relatedProducts(product: ListedProduct, products: readonly ListedProduct[]): RelatedProducts {
  const others = products.filter(({ product_id }) => product_id !== product.product_id)
  const listed = [product, ...others]
  const style = styleOf(product)
  const otherStyle = others.filter(
    (other) =>
      style !== null &&
      product.line !== null &&
      other.line === product.line &&
      styleOf(other) !== null &&
      styleOf(other) !== style &&
      other.color === product.color,
  )
  const sameColor = others.filter(
    ({ line, product_name, color }) =>
      style !== null && line === 'Accessories' && GOES_WITH.test(product_name) && color === product.color,
  )
  return {
    variants: [...(findSiblings(listed).get(product.product_id) ?? []), ...otherStyle].slice(0, 4),
    goesWith: sameColor.slice(0, 4),
  }
}
