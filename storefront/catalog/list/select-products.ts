import type { ListedProduct } from '@shop/contract/catalog'
import type { Cents } from '@shop/contract/money'
import type { ShopProducts } from '../catalog.queries.ts'
import { isSameStyle, sharedStyles } from '../product.ts'
import { groupByLine, withColorsTogether } from '../product-groups.ts'
import { countActiveFilters, type ProductFilter, type Sort } from './product-filter.ts'

/**
 * The products that match a filter, in its order. None is between a minimum and a lower maximum, which the page tells beside
 * the field (R8). A product without a price matches only without a price filter. The colors of a product
 * stand together where the order allows it (R53), and without any filter the products of a line. `products` are those that the
 * search found, the best first.
 */
export function selectProducts(products: readonly ListedProduct[], filter: ProductFilter): ListedProduct[] {
  const selected = products.filter(
    (product) =>
      (filter.sold_out || product.stock_quantity > 0) &&
      (filter.line === null || product.line === filter.line) &&
      (filter.style === null || isSameStyle(product.style, filter.style)) &&
      withinPrice(product.price_cents, filter),
  )
  const featured = withColorsTogether(selected)
  if (filter.sort !== 'featured') return featured.sort(ORDER[filter.sort])
  return countActiveFilters(filter) === 0 ? groupByLine(featured).flatMap((group) => group.products) : featured
}

const ORDER: Record<Exclude<Sort, 'featured'>, (a: ListedProduct, b: ListedProduct) => number> = {
  'price-up': (a, b) => (a.price_cents ?? Number.MAX_SAFE_INTEGER) - (b.price_cents ?? Number.MAX_SAFE_INTEGER),
  'price-down': (a, b) => (b.price_cents ?? -1) - (a.price_cents ?? -1),
  name: (a, b) => a.product_name.localeCompare(b.product_name, 'en'),
}

function withinPrice(price: Cents | null, filter: ProductFilter): boolean {
  if (price === null) return filter.min_cents === null && filter.max_cents === null
  return price >= (filter.min_cents ?? 0) && price <= (filter.max_cents ?? Number.POSITIVE_INFINITY)
}

/** Products that are sent with the shop page and rendered at first; more are rendered on scrolling. */
export const FIRST_SCREENS = 24

/** The lines and styles that split what was found: some products of the chosen style or line have them, and others have not. */
export type OfferedFilters = { lines: string[]; styles: string[] }

/** What a filter offers. A list that is not complete came with it. */
export function offeredFilters(
  list: ShopProducts,
  found: readonly ListedProduct[],
  { line, style }: Pick<ProductFilter, 'line' | 'style'>,
): OfferedFilters {
  if (!list.complete) return list.offered
  const ofStyle = found.filter((product) => style === null || isSameStyle(product.style, style))
  const ofLine = found.filter((product) => line === null || product.line === line)
  return {
    lines: list.lines.filter((name) => splits(ofStyle, (product) => product.line === name)),
    styles: sharedStyles(list.products).filter((name) => splits(ofLine, (product) => isSameStyle(product.style, name))),
  }
}

function splits(products: readonly ListedProduct[], has: (product: ListedProduct) => boolean): boolean {
  const count = products.filter((product) => has(product)).length
  return count > 0 && count < products.length
}
