import type { DemandEvent } from '@shop/contract/visits/calls'
import { PAGE_NAMES, UNKNOWN_PAGE } from '@shop/contract/visits/pages'
import { visitEndpoints } from '@shop/contract/visits/schemas'
import type { FastifyInstance } from 'fastify'
import { listStock } from '../catalog/stock.repository.ts'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { route } from '../platform/http/endpoint-route.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { addDemand, countMissingPage, countVisit, type Demand, listSubjects } from './visits.repository.ts'

/** Per client address: far more than shoppers behind one router view. */
const VISITS_PER_MINUTE = 300

export function visitsRoutes(app: FastifyInstance, { database, clock }: Context): void {
  route(
    app,
    visitEndpoints.trackVisit,
    async ({ body }) => {
      const [page, day] = [await pageOf(database, body.page), localDay(clock())]
      await countVisit(database, page, day)
      if (page === UNKNOWN_PAGE) await countMissingPage(database, body.page, day)
      return { success: true as const }
    },
    { config: { rateLimit: { max: VISITS_PER_MINUTE } } },
  )
}

/** Unknown products are an unknown page, which bounds the rows per day. */
async function pageOf(database: Database, path: string): Promise<string> {
  const { page, product_id } = countedPage(path)
  if (product_id === null) return page
  const known = await listStock(database, [product_id])
  return known.size === 0 ? UNKNOWN_PAGE : page
}

/** Per client address, a call per page left. */
const CALLS_PER_MINUTE = 120

/** Further ones are one sum. */
export const MAX_SEARCHES_PER_DAY = 200

/** While orders are paused, without any visitor's data. */
export function demandRoutes(app: FastifyInstance, { database, clock }: Context): void {
  route(
    app,
    visitEndpoints.trackDemand,
    async ({ body: { events } }) => {
      const day = localDay(clock())
      await addDemand(database, day, [
        ...(await countProducts(database, events)),
        ...(await countSearches(database, events, day)),
      ])
      return { success: true as const }
    },
    { config: { rateLimit: { max: CALLS_PER_MINUTE } } },
  )
}

/** Skips unknown products, which bounds the rows per day. */
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

/** For searches that may be about a person, or beyond the limit. */
export const OTHER_SEARCHES = '(other)'

/** Letters and short numbers: no email address, telephone number or order number. */
const PLAIN_WORDS = /^(?!.*\d{4})[\p{L}\p{N}](?:[\p{L}\p{N} .,'"&+/-]{0,38}[\p{L}\p{N}"])?$/u

/** In lower case with single blanks. */
export function searchSubject(words: string): string {
  const subject = words.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
  return PLAIN_WORDS.test(subject) ? subject : OTHER_SEARCHES
}

/**
 * The page to count a path as, without case and repeated slashes; unknown paths are one page, so the table stays small.
 * `product_id` is set for product pages.
 */
export function countedPage(path: string): { page: string; product_id: string | null } {
  const [first = '', product_id = '', ...rest] = path.split('/').filter((part) => part !== '')
  if (first.toLowerCase() === 'product' && /^[\w.~-]+$/.test(product_id) && rest.length === 0) {
    return { page: `/product/${product_id}`, product_id }
  }
  const wanted = path.replace(/(?<!\/)\/+$/, '').toLowerCase() || '/'
  return {
    page: Object.keys(PAGE_NAMES).find((page) => page.toLowerCase() === wanted) ?? UNKNOWN_PAGE,
    product_id: null,
  }
}
