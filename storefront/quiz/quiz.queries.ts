import { catalogCalls, type ListedProduct } from '@shop/contract/catalog/calls'
import type { Quiz } from '@shop/contract/catalog/quiz'
import { CallError } from '@shop/contract/http/errors'
import { queryOptions } from '@tanstack/react-query'
import { productsQuery } from '../catalog/catalog.queries.ts'
import type { Api } from '../data/api.tsx'
import { closestInStock, type Recommendation } from './quiz.ts'

/**
 * The quiz's result. `instead` is an alternative in stock for a product that is sold out or missing. `listed` is false
 * while the product list is unknown.
 */
export type QuizMatch = { wanted: ListedProduct | null; instead: ListedProduct | null; listed: boolean }

/** The recommended product, and the closest one in stock when it is not available (R35). */
export function quizMatchQuery(api: Api, quiz: Quiz, recommended: Recommendation) {
  const { slug } = recommended
  return queryOptions({
    queryKey: ['quiz-match', recommended],
    queryFn: async ({ client, signal }): Promise<QuizMatch> => {
      const found = slug === null ? null : await findBySlug(api, slug, signal)
      if (found !== null && found.stock_quantity > 0 && found.price_cents !== null)
        return { wanted: found, instead: null, listed: false }
      // The query of the match is the one that is repeated.
      const list = await client.fetchQuery({ ...productsQuery(api), retry: false }).catch((error: unknown) => {
        // A found product is shown even if the list fails.
        if (found === null) throw error
        console.warn('The product list could not be fetched for the quiz', error)
        return null
      })
      if (list === null) return { wanted: found, instead: null, listed: false }
      // Backends may omit price and stock by slug (section 7); the list has them.
      const wanted = list.products.find(({ product_id }) => product_id === found?.product_id) ?? found
      const missing = wanted === null || isSoldOut(wanted)
      return { wanted, instead: missing ? closestInStock(quiz, recommended, list.products) : null, listed: true }
    },
  })
}

/** Nothing is claimed about an unknown stock. */
export function isSoldOut({ stock_quantity, stock_unknown }: ListedProduct): boolean {
  return stock_quantity <= 0 && stock_unknown !== true
}

async function findBySlug(api: Api, slug: string, signal: AbortSignal): Promise<ListedProduct | null> {
  try {
    return await api.call(catalogCalls.findProductBySlug, { query: { slug } }, { signal })
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}
