import type { ListedProduct } from '@shop/contract/catalog'
import { truncateText } from '@shop/contract/coercion'
import { type Cents, parseCents } from '@shop/contract/money'

/** The longest text that is searched for, in characters. */
export const SEARCH_LENGTH = 100

export const SORTS = ['featured', 'price-up', 'price-down', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** What the visitor asked the list to show; lives in the address (R8). `null` means no limit. */
export type ProductFilter = {
  q: string
  min_cents: Cents | null
  max_cents: Cents | null
  sold_out: boolean
  view: 'grid' | 'list'
  sort: Sort
}

/** Parses `?q=&min=&max=&soldOut=0&view=list&sort=`; whatever cannot be read is ignored (R8). */
export function parseProductFilter(search: URLSearchParams): ProductFilter {
  const sort = search.get('sort')
  return {
    q: truncateText((search.get('q') ?? '').replaceAll('\0', '').trim(), SEARCH_LENGTH),
    min_cents: parseCents(search.get('min')),
    max_cents: parseCents(search.get('max')),
    sold_out: search.get('soldOut') !== '0',
    view: search.get('view') === 'list' ? 'list' : 'grid',
    sort: SORTS.find((known) => known === sort) ?? 'featured',
  }
}

/** The inverse of `parseProductFilter`; defaults are left out so that the plain list is plain `/shop`. */
export function formatProductFilter(filter: ProductFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (filter.q !== '') search.set('q', filter.q)
  if (filter.min_cents !== null) search.set('min', String(filter.min_cents / 100))
  if (filter.max_cents !== null) search.set('max', String(filter.max_cents / 100))
  if (!filter.sold_out) search.set('soldOut', '0')
  if (filter.view === 'list') search.set('view', 'list')
  if (filter.sort !== 'featured') search.set('sort', filter.sort)
  return search
}

/**
 * The products a filter keeps, in its order. A minimum over the maximum filters nothing: the page tells it beside
 * the field and keeps the list (R8). A product without a price passes only while no price is asked for.
 */
export function selectProducts(products: readonly ListedProduct[], filter: ProductFilter): ListedProduct[] {
  const words = folded(filter.q).split(/\s+/).filter(Boolean)
  const kept = products.filter(
    (product) =>
      (filter.sold_out || product.stock_quantity > 0) &&
      withinPrice(product.price_cents, filter) &&
      matches(product, words),
  )
  return kept.sort(ORDER[filter.sort])
}

/** True when a minimum is asked for that lies over the maximum. */
export function isMinOverMax(filter: Pick<ProductFilter, 'min_cents' | 'max_cents'>): boolean {
  return filter.min_cents !== null && filter.max_cents !== null && filter.min_cents > filter.max_cents
}

const ORDER: Record<Sort, (a: ListedProduct, b: ListedProduct) => number> = {
  featured: () => 0,
  'price-up': (a, b) => (a.price_cents ?? Number.MAX_SAFE_INTEGER) - (b.price_cents ?? Number.MAX_SAFE_INTEGER),
  'price-down': (a, b) => (b.price_cents ?? -1) - (a.price_cents ?? -1),
  name: (a, b) => a.product_name.localeCompare(b.product_name, 'en'),
}

function withinPrice(price: Cents | null, filter: ProductFilter): boolean {
  if (isMinOverMax(filter)) return true
  if (price === null) return filter.min_cents === null && filter.max_cents === null
  return price >= (filter.min_cents ?? 0) && price <= (filter.max_cents ?? Number.POSITIVE_INFINITY)
}

/** Every word has to be found in name, colour, line or size (R7). */
function matches(product: ListedProduct, words: string[]): boolean {
  if (words.length === 0) return true
  const text = folded([product.product_name, product.color, product.line, product.size].join(' '))
  return words.every((word) => text.includes(word))
}

/** Letter case makes no difference, and neither does the one color that is spelled in two ways. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll('grey', 'gray')
}
