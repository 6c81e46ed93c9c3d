import { findProductBySlugEndpoint, type ListedProduct } from '@shop/contract/catalog'
import { CallError } from '@shop/contract/errors'
import { closestInStock } from '@shop/contract/quiz'
import { queryOptions } from '@tanstack/react-query'
import { productsQuery } from '../catalog/catalog.queries.ts'
import type { Api } from '../lib/api.tsx'
import { quiz } from './quiz-data.ts'

/** What the quiz ends with. `instead` is in stock and stands in for a bag that is sold out or not to be found. */
export type QuizMatch = { wanted: ListedProduct | null; instead: ListedProduct | null }

/** The recommended product, and the closest one in stock where it cannot be had (R35). */
export function quizMatchQuery(api: Api, slug: string) {
  return queryOptions({
    queryKey: ['quiz-match', slug],
    queryFn: async ({ client, signal }): Promise<QuizMatch> => {
      const wanted = await findBySlug(api, slug, signal)
      if (wanted !== null && wanted.stock_quantity > 0) return { wanted, instead: null }
      const { products } = await client.fetchQuery(productsQuery(api))
      // A backend need not tell the stock by slug (section 7); the list has it.
      const listed = products.find(({ product_id }) => product_id === wanted?.product_id)
      if (listed !== undefined && listed.stock_quantity > 0) return { wanted: listed, instead: null }
      return { wanted, instead: closestInStock(quiz, slug, products) }
    },
  })
}

async function findBySlug(api: Api, slug: string, signal: AbortSignal): Promise<ListedProduct | null> {
  try {
    return await api.call(findProductBySlugEndpoint, { query: { slug } }, { signal })
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}
