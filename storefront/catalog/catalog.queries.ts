import {
  catalogCalls,
  InvalidProductError,
  type ListedProduct,
  type Product,
  type ProductList,
} from '@shop/contract/catalog/calls'
import { CallError } from '@shop/contract/http/errors'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../data/api.tsx'
import { linesOf } from './product-groups.ts'

/**
 * Milliseconds that a response is considered fresh, so a click does not repeat the request of a hover. Data that
 * came with the page is stale and refreshed (R5).
 */
const FRESH_MS = 10_000

/** No product has a longer id, so longer ones are not requested. */
const ID_LENGTH = 100

/**
 * `complete` is false for the data that came with the page: filtered and cut, `matching` is the total, `more` has further
 * colors of its products. `lines` are those of all products.
 */
export type ShopProducts = ProductList & {
  complete: boolean
  matching: number
  lines: string[]
  more: ListedProduct[]
  /** The server's results for the search of the page, the best first; `null` without one. */
  searched: { text: string; ids: string[]; isNearest: boolean } | null
}

export function productsQuery(api: Api) {
  return queryOptions({
    queryKey: ['products'],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<ShopProducts> => {
      const list = await api.call(catalogCalls.listProducts, {}, { signal })
      if (list.skipped > 0) console.warn(`${list.skipped} unreadable products were left out of the list`)
      return {
        ...list,
        complete: true,
        matching: list.products.length,
        lines: linesOf(list.products),
        more: [],
        searched: null,
      }
    },
  })
}

/** Result of a product's request; a failed call throws instead (R6). */
export type ProductResult =
  | { kind: 'found'; product: Product }
  | { kind: 'missing' }
  | { kind: 'invalid'; message: string }

/**
 * One product, with its description sanitized (R10). Cached for the whole visit, since cart lines show its picture,
 * color and size.
 */
export function productQuery(api: Api, productId: string) {
  return queryOptions({
    queryKey: ['product', productId],
    staleTime: FRESH_MS,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal, client, queryKey }): Promise<ProductResult> => {
      if (productId === '' || productId.length > ID_LENGTH) return { kind: 'missing' }
      try {
        const product = await api.call(catalogCalls.getProduct, { params: { product_id: productId } }, { signal })
        const description = await safeDescription(product.description, client.getQueryData<ProductResult>(queryKey))
        return { kind: 'found', product: { ...product, description } }
      } catch (error) {
        const result = resultOf(error)
        // A refresh with an invalid response failed: the visible product stays (R5).
        const known = client.getQueryData<ProductResult>(queryKey)
        if (result.kind === 'invalid' && known?.kind === 'found') throw error
        return result
      }
    },
  })
}

/** An unchanged description is not sanitized again, so a refresh does not load the sanitizer. */
async function safeDescription(html: string, known: ProductResult | undefined): Promise<string> {
  if (known?.kind === 'found' && known.product.description === html) return html
  const { sanitizeDescription } = await import('./sanitize-description.ts')
  return sanitizeDescription(html)
}

function resultOf(error: unknown): ProductResult {
  if (error instanceof CallError && error.status === 404) return { kind: 'missing' }
  if (error instanceof InvalidProductError) {
    return error.reason === 'missing' ? { kind: 'missing' } : { kind: 'invalid', message: error.message }
  }
  throw error
}
