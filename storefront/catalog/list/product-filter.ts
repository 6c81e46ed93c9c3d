import { truncateText } from '@shop/contract/coercion'
import { type Cents, parseCents } from '@shop/contract/money'

/** The longest search text, in characters. */
export const SEARCH_LENGTH = 100

export const SORTS = ['featured', 'price-up', 'price-down', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** The visitor's filter of the list; stored in the URL (R8). `null` means no limit. */
export type ProductFilter = {
  q: string
  line: string | null
  style: string | null
  min_cents: Cents | null
  max_cents: Cents | null
  sold_out: boolean
  view: 'grid' | 'list'
  sort: Sort
}

/** Parses `?q=&line=&style=&min=&max=&soldOut=0&view=list&sort=`; invalid values are ignored (R8). */
export function parseProductFilter(search: URLSearchParams): ProductFilter {
  return {
    q: textOf(search, 'q'),
    line: textOf(search, 'line') || null,
    style: textOf(search, 'style') || null,
    min_cents: parseCents(search.get('min')),
    max_cents: parseCents(search.get('max')),
    sold_out: search.get('soldOut') !== '0',
    view: search.get('view') === 'list' ? 'list' : 'grid',
    sort: parseSort(search.get('sort')),
  }
}

function textOf(search: URLSearchParams, name: string): string {
  return truncateText((search.get(name) ?? '').replaceAll('\0', '').trim(), SEARCH_LENGTH)
}

/** An order of the list by its name; the shop's own for any other text. */
export function parseSort(name: string | null): Sort {
  return SORTS.find((known) => known === name) ?? 'featured'
}

/** The inverse of `parseProductFilter`; defaults are left out, so that the unfiltered list is `/shop`. */
export function formatProductFilter(filter: ProductFilter): URLSearchParams {
  const search = new URLSearchParams()
  if (filter.q !== '') search.set('q', filter.q)
  if (filter.line !== null) search.set('line', filter.line)
  if (filter.style !== null) search.set('style', filter.style)
  if (filter.min_cents !== null) search.set('min', String(filter.min_cents / 100))
  if (filter.max_cents !== null) search.set('max', String(filter.max_cents / 100))
  if (!filter.sold_out) search.set('soldOut', '0')
  if (filter.view === 'list') search.set('view', 'list')
  if (filter.sort !== 'featured') search.set('sort', filter.sort)
  return search
}

/** The list of one line. */
export function linePath(line: string): `/shop?${string}` {
  return `/shop?${new URLSearchParams({ line })}`
}

export function isMinOverMax(filter: Pick<ProductFilter, 'min_cents' | 'max_cents'>): boolean {
  return filter.min_cents !== null && filter.max_cents !== null && filter.min_cents > filter.max_cents
}

/** How many filters change what is shown or its order; the view changes neither. */
export function countActiveFilters({ q, line, style, min_cents, max_cents, sold_out, sort }: ProductFilter): number {
  const active = [
    q !== '',
    line !== null,
    style !== null,
    min_cents !== null,
    max_cents !== null,
    !sold_out,
    sort !== 'featured',
  ]
  return active.filter(Boolean).length
}
