import { truncateText } from '@shop/contract/http/coercion'
import { type Cents, parseCents } from '@shop/contract/money'

export const SEARCH_LENGTH = 100

export const SORT_ORDERS = ['featured', 'price-up', 'price-down', 'name'] as const
export type Sort = (typeof SORT_ORDERS)[number]

/** Bands of capacity: from `from` to below `to`, in liters. */
export const CAPACITY_BANDS = [
  { key: 'small', label: 'Under 18 L', from: 0, to: 18 },
  { key: 'medium', label: '18 to 24 L', from: 18, to: 24.5 },
  { key: 'large', label: '25 L and up', from: 24.5, to: Number.POSITIVE_INFINITY },
] as const
export type Capacity = (typeof CAPACITY_BANDS)[number]['key']

/** The visitor's filter of the list; stored in the URL (R8). `null` means no limit. */
export type ProductFilter = {
  q: string
  line: string | null
  style: string | null
  color: string | null
  /** A laptop that has to fit, in inches. */
  laptop: number | null
  capacity: Capacity | null
  min_cents: Cents | null
  max_cents: Cents | null
  sold_out: boolean
  view: 'grid' | 'list'
  sort: Sort
}

/** The parameters of an address that the list depends on. */
export const FILTER_NAMES: readonly string[] = [
  ...['q', 'line', 'style', 'color', 'laptop', 'capacity', 'min', 'max'],
  ...['soldOut', 'view', 'sort'],
]

/** Parses `?q=&line=&style=&color=&laptop=&capacity=&min=&max=&soldOut=0&view=list&sort=`; invalid values are ignored (R8). */
export function parseProductFilter(search: URLSearchParams): ProductFilter {
  return {
    q: textOf(search, 'q'),
    line: textOf(search, 'line') || null,
    style: textOf(search, 'style') || null,
    color: textOf(search, 'color') || null,
    laptop: parseInches(search.get('laptop')),
    capacity: CAPACITY_BANDS.find(({ key }) => key === search.get('capacity'))?.key ?? null,
    min_cents: parseCents(search.get('min')),
    max_cents: parseCents(search.get('max')),
    sold_out: search.get('soldOut') !== '0',
    view: search.get('view') === 'list' ? 'list' : 'grid',
    sort: parseSort(search.get('sort')),
  }
}

function parseInches(text: string | null): number | null {
  return text !== null && /^\d{1,5}(\.\d{1,4})?$/.test(text) && Number(text) > 0 ? Number(text) : null
}

function textOf(search: URLSearchParams, name: string): string {
  return truncateText((search.get(name) ?? '').replaceAll('\0', '').trim(), SEARCH_LENGTH)
}

/** An order of the list by its name; the shop's own for any other text. */
export function parseSort(name: string | null): Sort {
  return SORT_ORDERS.find((known) => known === name) ?? 'featured'
}

/** The inverse of `parseProductFilter`; defaults are left out, so the unfiltered list is `/shop`. */
export function formatProductFilter(filter: ProductFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (filter.q !== '') search.set('q', filter.q)
  if (filter.line !== null) search.set('line', filter.line)
  if (filter.style !== null) search.set('style', filter.style)
  if (filter.color !== null) search.set('color', filter.color)
  if (filter.laptop !== null) search.set('laptop', String(filter.laptop))
  if (filter.capacity !== null) search.set('capacity', filter.capacity)
  if (filter.min_cents !== null) search.set('min', String(filter.min_cents / 100))
  if (filter.max_cents !== null) search.set('max', String(filter.max_cents / 100))
  if (!filter.sold_out) search.set('soldOut', '0')
  if (filter.view === 'list') search.set('view', 'list')
  if (filter.sort !== 'featured') search.set('sort', filter.sort)
  return search
}

export function linePath(line: string): `/shop?${string}` {
  return `/shop?${new URLSearchParams({ line })}`
}

export function listPath(filter: ProductFilter): '/shop' | `/shop?${string}` {
  const search = formatProductFilter(filter)
  // Without `size`, which Chrome before 113 and Safari before 17 do not have.
  const text = search.toString()
  return text === '' ? '/shop' : `/shop?${text}`
}

export function isMinOverMax(filter: Pick<ProductFilter, 'min_cents' | 'max_cents'>): boolean {
  return filter.min_cents !== null && filter.max_cents !== null && filter.min_cents > filter.max_cents
}

/** How many filters change what is shown or its order; the view changes neither. */
export function countActiveFilters(filter: ProductFilter): number {
  return [...formatProductFilter({ ...filter, view: 'grid' })].length
}
