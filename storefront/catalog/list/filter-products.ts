import type { ListedProduct } from '@shop/contract/catalog/calls'
import type { Shop } from '@shop/contract/pages/shop'
import type { QueryClient } from '@tanstack/react-query'
import type { ShopProducts } from '../catalog.queries.ts'
import { findSiblings } from '../product-groups.ts'
import { FACETS_KEY, type Facet, findFacets } from './facets.ts'
import { parseProductFilter } from './product-filter.ts'
import { searchProducts } from './search-products.ts'
import { FIRST_SCREENS, selectProducts } from './select-products.ts'

/** On the server: searches and filters the list that is dehydrated for `/shop`, and cuts it to the first screens. */
export function filterProducts(client: QueryClient, search: URLSearchParams, shop: Pick<Shop, 'lines'>): void {
  client.setQueryData<ShopProducts>(['products'], (list) => {
    if (list === undefined) return list
    const filter = parseProductFilter(search)
    const found = filter.q === '' ? null : searchProducts(list.products, filter.q, shop.lines)
    const selected = selectProducts(found?.products ?? list.products, filter)
    const searched = found && {
      text: filter.q,
      ids: found.products.map(({ product_id }) => product_id),
      isNearest: found.isNearest,
    }
    if (list.products.length <= FIRST_SCREENS) return { ...list, searched }
    const products = selected.slice(0, FIRST_SCREENS)
    client.setQueryData<Facet[]>(FACETS_KEY, findFacets(found?.products ?? list.products, filter))
    const more = colorsBeyond(selected)
    return { ...list, products, skipped: 0, complete: false, matching: selected.length, more, searched }
  })
}

/** Other colors of the first products that come after them in the list: each card names its colors from the first paint. */
function colorsBeyond(selected: readonly ListedProduct[]): ListedProduct[] {
  const sent = new Set(selected.slice(0, FIRST_SCREENS))
  const siblings = findSiblings(selected)
  const others = [...sent].flatMap(({ product_id }) => siblings.get(product_id) ?? [])
  return [...new Set(others)].filter((product) => !sent.has(product))
}
