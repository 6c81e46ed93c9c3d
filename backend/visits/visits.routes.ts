import { trackVisitEndpoint } from '@shop/contract/visits'
import type { FastifyInstance } from 'fastify'
import { listStock } from '../catalog/catalog.repository.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import { route } from '../http/endpoint-route.ts'
import { countedPage, UNKNOWN_PAGE } from './counted-page.ts'
import { countMissingPage } from './missing-pages.repository.ts'
import { countVisit } from './visits.repository.ts'

/** Per client address: far more than shoppers behind one router view. */
const VISITS_PER_MINUTE = 300

export function visitsRoutes(app: FastifyInstance, { database, clock }: Context): void {
  route(
    app,
    trackVisitEndpoint,
    async ({ body }) => {
      const [page, day] = [await pageOf(database, body.page), clock().toISOString().slice(0, 10)]
      await countVisit(database, page, day)
      if (page === UNKNOWN_PAGE) await countMissingPage(database, body.page, day)
      return { success: true as const }
    },
    { config: { rateLimit: { max: VISITS_PER_MINUTE } } },
  )
}

/** Unknown products are counted as an unknown page, which bounds the rows per day. */
async function pageOf(database: Database, path: string): Promise<string> {
  const { page, product_id } = countedPage(path)
  if (product_id === null) return page
  const known = await listStock(database, [product_id])
  return known.size === 0 ? UNKNOWN_PAGE : page
}
