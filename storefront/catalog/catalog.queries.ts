import {
  getProductEndpoint,
  InvalidProductError,
  listProductsEndpoint,
  type Product,
  type ProductList,
} from '@shop/contract/catalog'
import { CallError } from '@shop/contract/errors'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../data/api.tsx'
import { sanitizeDescription } from './sanitize-description.ts'

/**
 * So long an answer counts as fresh, in milliseconds: what a hover has fetched is not fetched again by the click. What
 * came with the page is older than anything, and refreshed (R5).
 */
const FRESH_MS = 10_000

/** No product has a longer id, so that none need be asked for. */
const ID_LENGTH = 100

/** `complete` is false while only what came with the page is known: already filtered and cut, `matching` counts all. */
export type ShopProducts = ProductList & { complete: boolean; matching: number }

export function productsQuery(api: Api) {
  return queryOptions({
    queryKey: ['products'],
    staleTime: FRESH_MS,
    queryFn: async ({ signal }): Promise<ShopProducts> => {
      const list = await api.call(listProductsEndpoint, {}, { signal })
      if (list.skipped > 0) console.warn(`${list.skipped} unreadable products were left out of the list`)
      return { ...list, complete: true, matching: list.products.length }
    },
  })
}

/** What asking for one product ended in; a failed call is not among these, it throws (R6). */
export type ProductResult =
  | { kind: 'found'; product: Product }
  | { kind: 'missing' }
  | { kind: 'invalid'; message: string }

/**
 * One product; its description is sanitised here, before anything shows it (R10). Cached for the whole visit, since the
 * cart takes its lines' pictures, colors and sizes from here.
 */
export function productQuery(api: Api, productId: string) {
  return queryOptions({
    queryKey: ['product', productId],
    staleTime: FRESH_MS,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal, client, queryKey }): Promise<ProductResult> => {
      if (productId === '' || productId.length > ID_LENGTH) return { kind: 'missing' }
      try {
        const product = await api.call(getProductEndpoint, { params: { product_id: productId } }, { signal })
        const description = await safeDescription(product.description, client.getQueryData<ProductResult>(queryKey))
        return { kind: 'found', product: { ...product, description } }
      } catch (error) {
        const result = resultOf(error)
        // A refresh that brings nothing readable failed: what is on the screen stays (R5).
        const known = client.getQueryData<ProductResult>(queryKey)
        if (result.kind === 'invalid' && known?.kind === 'found') throw error
        return result
      }
    },
  })
}

/** What was found safe before need not be looked at again: a refresh that brings the same words loads no sanitiser. */
async function safeDescription(html: string, known: ProductResult | undefined): Promise<string> {
  if (known?.kind === 'found' && known.product.description === html) return html
  return sanitizeDescription(html)
}

function resultOf(error: unknown): ProductResult {
  if (error instanceof CallError && error.status === 404) return { kind: 'missing' }
  if (error instanceof InvalidProductError) {
    return error.reason === 'missing' ? { kind: 'missing' } : { kind: 'invalid', message: error.message }
  }
  throw error
}
