import type { ListedProduct } from '@shop/contract/catalog/calls'
import { useEffect, useMemo, useState } from 'react'
import { useShop } from '../../site/shop-settings.tsx'
import type { ShopProducts } from '../catalog.queries.ts'
import type { Found, searchProducts } from './search-products.ts'

type Search = typeof searchProducts

let loaded: Search | null = null

/** Loads the search, which pages without one do not need. */
export async function loadSearch(): Promise<Search> {
  loaded ??= (await import('./search-products.ts')).searchProducts
  return loaded
}

/**
 * The list, and what is found in it for a text: at first as the server found it, from then on here. The server's list stays
 * until the search is loaded, even when the whole list comes first. `found` is `null` while it is not known yet, and all
 * products without a text.
 */
export function useSearch(
  list: ShopProducts | undefined,
  text: string,
): { data: ShopProducts | undefined; found: Found | null } {
  const { lines } = useShop()
  const [search, setSearch] = useState(() => loaded)
  useEffect(() => {
    if (text === '' || search !== null) return
    let isCurrent = true
    const use = (ready: Search) => isCurrent && setSearch(() => ready)
    loadSearch().then(use, () => use(searchNames))
    return () => {
      isCurrent = false
    }
  }, [text, search])
  const [before, setBefore] = useState(list)
  const isSearchable = text === '' || search !== null || list?.searched?.text === text
  if (isSearchable && before !== list) setBefore(list)
  const data = !isSearchable && before?.searched?.text === text ? before : list
  const found = useMemo(() => {
    if (data === undefined) return null
    if (text === '') return { products: data.products, isNearest: false }
    if (data.searched?.text === text) return foundBefore(data.products, data.searched)
    return search === null ? null : search(data.products, text, lines)
  }, [data, text, search, lines])
  return { data, found }
}

/** The server's results; of a list that was cut those that came with the page. */
function foundBefore(
  products: readonly ListedProduct[],
  { ids, isNearest }: NonNullable<ShopProducts['searched']>,
): Found {
  const byId = new Map(products.map((product) => [product.product_id, product]))
  return { products: ids.flatMap((id) => byId.get(id) ?? []), isNearest }
}

/** Where the search could not be loaded: products whose names have the text. */
function searchNames(products: readonly ListedProduct[], text: string): Found {
  const wanted = text.toLowerCase()
  const named = products.filter(({ product_name }) => product_name.toLowerCase().includes(wanted))
  return { products: named, isNearest: false }
}
