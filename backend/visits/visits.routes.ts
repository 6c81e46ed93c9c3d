import { trackVisitEndpoint } from '@shop/contract/visits'
import type { FastifyInstance } from 'fastify'
import { listStock } from '../catalog/catalog.repository.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import { route } from '../http/endpoint-route.ts'
import { countedPage, UNKNOWN_PAGE } from './counted-page.ts'
import { countVisit } from './visits.repository.ts'

/** From one address: far above what shoppers behind one router look at. */
const VISITS_PER_MINUTE = 300

export function visitsRoutes(app: FastifyInstance, { database, clock }: Context): void {
  route(
    app,
    trackVisitEndpoint,
    async ({ body }) => {
      await countVisit(database, await pageOf(database, body.page), clock().toISOString().slice(0, 10))
      return { success: true as const }
    },
    { config: { rateLimit: { max: VISITS_PER_MINUTE } } },
  )
}

/** A product that the shop does not have is no page of it: a day has no more rows than the shop has pages. */
async function pageOf(database: Database, path: string): Promise<string> {
  const { page, product_id } = countedPage(path)
  if (product_id === null) return page
  const known = await listStock(database, [product_id])
  return known.size === 0 ? UNKNOWN_PAGE : page
}
