import { adminCatalog } from '@shop/contract/catalog/admin'
import { adminColors } from '@shop/contract/catalog/colors'
import { adminLineSheet } from '@shop/contract/catalog/line-sheet'
import type { RequestOf } from '@shop/contract/http/call'
import { useQuery } from '@tanstack/react-query'
import { call } from '../app/call.ts'
import { callQuery, pagesQuery } from '../app/query-client.ts'

export type ProductFilter = Omit<RequestOf<typeof adminCatalog.listAdminProducts>['query'], 'after'>

/** Everything that shows products; refreshed after each change of one. */
export const PRODUCTS_KEY = ['products'] as const

/** The products that match, in the order of the shop, a page at a time. */
export const productsQuery = (filter: ProductFilter) =>
  pagesQuery([...PRODUCTS_KEY, 'list', filter], (after, signal) =>
    call(adminCatalog.listAdminProducts, { query: { ...filter, after } }, signal),
  )

/** The lines of all products, in the order of the shop; none until they are known. */
export function useLines(): string[] {
  const { data } = useQuery({
    queryKey: [...PRODUCTS_KEY, 'lines'],
    queryFn: ({ signal }) => call(adminCatalog.listAdminProducts, { query: {} }, signal),
  })
  return data?.lines ?? []
}

export const colorsQuery = callQuery([...PRODUCTS_KEY, 'colors'], adminColors.listColors, {})

export const productQuery = (productId: string) =>
  callQuery([...PRODUCTS_KEY, 'one', productId], adminCatalog.getAdminProduct, { params: { product_id: productId } })

/** The line sheet of a line, or of all products; the settings are part of it, so it is read anew each time. */
export const lineSheetQuery = (line: string | null) =>
  callQuery([...PRODUCTS_KEY, 'line-sheet', line], adminLineSheet.getLineSheet, {
    query: line === null ? {} : { line },
  })
