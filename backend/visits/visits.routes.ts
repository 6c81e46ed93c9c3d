import { trackVisitEndpoint } from '@shop/contract/visits'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { route } from '../endpoint-route.ts'
import { countVisit } from './visits.repository.ts'

export function visitsRoutes(app: FastifyInstance, { database, clock }: Context): void {
  route(app, trackVisitEndpoint, async ({ body }) => {
    await countVisit(database, body.page, clock().toISOString().slice(0, 10))
    return { success: true as const }
  })
}
