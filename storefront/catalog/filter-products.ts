import type { QueryClient } from '@tanstack/react-query'
import type { ShopProducts } from './catalog.queries.ts'
import { parseProductFilter } from './product-filter.ts'
import { selectProducts } from './select-products.ts'

/** Products that are sent with the shop page and rendered at first; more are rendered on scrolling. */
export const FIRST_SCREENS = 24

/** Filters the list that is dehydrated for `/shop`, and cuts it to the first screens. */
export function filterProducts(client: QueryClient, search: URLSearchParams): void {
  client.setQueryData<ShopProducts>(['products'], (list) => {
    if (list === undefined) return list
    const selected = selectProducts(list.products, parseProductFilter(search))
    if (list.products.length <= FIRST_SCREENS) return list
    const { lines } = list
    const products = selected.slice(0, FIRST_SCREENS)
    return { products, skipped: 0, complete: false, matching: selected.length, lines }
  })
}
