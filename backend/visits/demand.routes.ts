import { type DemandEvent, trackDemandEndpoint } from '@shop/contract/demand'
import type { FastifyInstance } from 'fastify'
import { listStock } from '../catalog/catalog.repository.ts'
import type { Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import { route } from '../http/endpoint-route.ts'
import { addDemand, type Demand, listSubjects } from './demand.repository.ts'
import { OTHER_SEARCHES, searchSubject } from './search-subject.ts'

/** Per client address: far more than shoppers behind one router send, a call for each page they leave. */
const CALLS_PER_MINUTE = 120

/** Searches that are counted by their words on a day; further ones are one sum. */
export const MAX_SEARCHES_PER_DAY = 200

/** Counts what shoppers want while orders are paused, without any visitor's data. */
export function demandRoutes(app: FastifyInstance, { database, clock }: Context): void {
  route(
    app,
    trackDemandEndpoint,
    async ({ body: { events } }) => {
      const day = clock().toISOString().slice(0, 10)
      await addDemand(database, day, [
        ...(await countProducts(database, events)),
        ...(await countSearches(database, events, day)),
      ])
      return { success: true as const }
    },
    { config: { rateLimit: { max: CALLS_PER_MINUTE } } },
  )
}

/** Unknown products are left out, which bounds the rows of a day. */
async function countProducts(database: Database, events: readonly DemandEvent[]): Promise<Demand[]> {
  const wanted = events.filter(({ kind }) => kind !== 'search')
  if (wanted.length === 0) return []
  const known = await listStock(database, [...new Set(wanted.map(({ subject }) => subject))])
  return sumUp(wanted.filter(({ subject }) => known.has(subject)))
}

async function countSearches(database: Database, events: readonly DemandEvent[], day: string): Promise<Demand[]> {
  const searches = events.filter(({ kind }) => kind === 'search')
  if (searches.length === 0) return []
  const counted = await listSubjects(database, 'search', day)
  const subjectOf = (words: string) => {
    const subject = searchSubject(words)
    if (counted.has(subject)) return subject
    if (counted.size >= MAX_SEARCHES_PER_DAY) return OTHER_SEARCHES
    counted.add(subject)
    return subject
  }
  return sumUp(searches.map(({ kind, subject }) => ({ kind, subject: subjectOf(subject) })))
}

function sumUp(events: readonly DemandEvent[]): Demand[] {
  const groups = Map.groupBy(events, ({ kind, subject }) => `${kind} ${subject}`)
  return [...groups.values()].flatMap((group) => group.slice(0, 1).map((event) => ({ ...event, events: group.length })))
}
