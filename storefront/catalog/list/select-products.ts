import type { ListedProduct } from '@shop/contract/catalog/calls'
import type { Cents } from '@shop/contract/money'
import { isSameStyle } from '../product.ts'
import { groupByLine, withColorsTogether } from '../product-groups.ts'
import { CAPACITY_BANDS, type Capacity, countActiveFilters, type ProductFilter, type Sort } from './product-filter.ts'

/**
 * The products that match a filter, in its order. None is between a minimum and a lower maximum, which the page tells beside
 * the field (R8). A product without a price matches only without a price filter. The colors of a product
 * stand together where the order allows it (R53), and without any filter the products of a line. `products` are those that the
 * search found, the best first.
 */
export function selectProducts(products: readonly ListedProduct[], filter: ProductFilter): ListedProduct[] {
  const selected = products.filter((product) => isSelected(product, filter))
  const featured = withColorsTogether(selected)
  if (filter.sort !== 'featured') return featured.sort(COMPARE_BY_SORT[filter.sort])
  return countActiveFilters(filter) === 0 ? groupByLine(featured).flatMap((group) => group.products) : featured
}

/** Whether a filter leaves a product; its search is not looked at. */
export function isSelected(product: ListedProduct, filter: ProductFilter): boolean {
  return (
    (filter.sold_out || product.stock_quantity > 0) &&
    (filter.line === null || product.line === filter.line) &&
    (filter.style === null || isSameStyle(product.style, filter.style)) &&
    (filter.color === null || isSameStyle(product.color, filter.color)) &&
    (filter.laptop === null || (product.laptop_inches ?? 0) >= filter.laptop) &&
    (filter.capacity === null || hasCapacity(product, filter.capacity)) &&
    withinPrice(product.price_cents, filter)
  )
}

function hasCapacity({ capacity_litres: litres }: ListedProduct, capacity: Capacity): boolean {
  return (
    litres !== null && CAPACITY_BANDS.some(({ key, from, to }) => key === capacity && litres >= from && litres < to)
  )
}

const COMPARE_BY_SORT: Record<Exclude<Sort, 'featured'>, (a: ListedProduct, b: ListedProduct) => number> = {
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
