import type { DemandKind } from '@shop/contract/visits/calls'
import { UNKNOWN_PAGE } from '@shop/contract/visits/pages'
import type { Database } from '../platform/database/database.ts'
import { countDeleted } from '../platform/database/queries.ts'
import { localDay } from '../platform/lib/days/local-day.ts'

export async function countVisit(database: Database, page: string, day: string): Promise<void> {
  await database
    .insertInto('visits')
    .values({ page, day, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['page', 'day']).doUpdateSet((row) => ({ views: row('visits.views', '+', 1) })),
    )
    .execute()
}

export async function listViewsByDay(database: Database, fromDay: string): Promise<[day: string, views: number][]> {
  const rows = await database
    .selectFrom('visits')
    .select((visits) => ['day', visits.fn.sum<number | string>('views').as('sum')] as const)
    .where('day', '>=', fromDay)
    .groupBy('day')
    .execute()
  return rows.map(({ day, sum }) => [day, Number(sum)])
}

export async function listPageViews(
  database: Database,
  fromDay: string,
  limit: number,
): Promise<{ page: string; views: number }[]> {
  const rows = await database
    .selectFrom('visits')
    .select((visits) => ['page', visits.fn.sum<number | string>('views').as('sum')] as const)
    .where('day', '>=', fromDay)
    .groupBy('page')
    .orderBy('sum', 'desc')
    .orderBy('page')
    .limit(limit)
    .execute()
  return rows.map(({ page, sum }) => ({ page, views: Number(sum) }))
}

export async function listProductViews(
  database: Database,
  fromDay: string,
): Promise<{ page: string; views: number }[]> {
  const rows = await database
    .selectFrom('visits')
    .select((visits) => ['page', visits.fn.sum<number | string>('views').as('sum')] as const)
    .where('day', '>=', fromDay)
    .where('page', 'like', '/product/%')
    .groupBy('page')
    .execute()
  return rows.map(({ page, sum }) => ({ page, views: Number(sum) }))
}

/** Further ones only add to the sum of unknown pages. */
export const MAX_MISSING_PER_DAY = 50

/** Without query, encoded characters and `@`: no email address and no token. */
const PLAIN_PATH = /^(?:\/[\w.~-]{1,40}){1,6}\/?$/

/** Counts an address without a page, if it is plain and the day has room. */
export async function countMissingPage(database: Database, address: string, day: string): Promise<void> {
  if (!PLAIN_PATH.test(address)) return
  const path = address.replace(/\/$/, '')
  const { numUpdatedRows } = await database
    .updateTable('missing_pages')
    .set((row) => ({ views: row('views', '+', 1) }))
    .where('path', '=', path)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  const { count } = await database
    .selectFrom('missing_pages')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_MISSING_PER_DAY) return
  await database
    .insertInto('missing_pages')
    .values({ path, day, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['path', 'day']).doUpdateSet((row) => ({ views: row('missing_pages.views', '+', 1) })),
    )
    .execute()
}

/** Most viewed first. */
export async function listMissingPages(
  database: Database,
  fromDay: string,
): Promise<{ path: string; views: number }[]> {
  const rows = await database
    .selectFrom('missing_pages')
    .select((row) => ['path', row.fn.sum<number | string>('views').as('views')])
    .where('day', '>=', fromDay)
    .groupBy('path')
    .execute()
  return rows
    .map(({ path, views }) => ({ path, views: Number(views) }))
    .toSorted((one, other) => other.views - one.views || (one.path < other.path ? -1 : 1))
}

/** `subject`: a product id or a search's words. */
export type Demand = { kind: DemandKind; subject: string; events: number }

/** Always in the same order, so two calls never deadlock. */
export async function addDemand(database: Database, day: string, counts: readonly Demand[]): Promise<void> {
  if (counts.length === 0) return
  const rows = counts.map((count) => ({ ...count, day })).toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  await database
    .insertInto('demand')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject', 'day'])
        .doUpdateSet((row) => ({ events: row('demand.events', '+', row.ref('excluded.events')) })),
    )
    .execute()
}

function keyOf({ kind, subject }: Demand): string {
  return `${kind} ${subject}`
}

export async function listSubjects(database: Database, kind: DemandKind, day: string): Promise<Set<string>> {
  const rows = await database
    .selectFrom('demand')
    .select('subject')
    .where('kind', '=', kind)
    .where('day', '=', day)
    .execute()
  return new Set(rows.map(({ subject }) => subject))
}

/** Most events first. */
export async function listDemand(database: Database, fromDay: string): Promise<Demand[]> {
  const rows = await database
    .selectFrom('demand')
    .select((demand) => ['kind', 'subject', demand.fn.sum<number | string>('events').as('sum')] as const)
    .where('day', '>=', fromDay)
    .groupBy(['kind', 'subject'])
    .orderBy('sum', 'desc')
    .orderBy('subject')
    .execute()
  return rows.map(({ kind, subject, sum }) => ({ kind, subject, events: Number(sum) }))
}

export async function listDemandByDay(
  database: Database,
  fromDay: string,
): Promise<{ kind: DemandKind; day: string; events: number }[]> {
  const rows = await database
    .selectFrom('demand')
    .select((demand) => ['kind', 'day', demand.fn.sum<number | string>('events').as('sum')] as const)
    .where('day', '>=', fromDay)
    .groupBy(['kind', 'day'])
    .execute()
  return rows.map(({ kind, day, sum }) => ({ kind, day, events: Number(sum) }))
}

/** Returns the number of deleted views' counts. */
export async function deleteOldCounts(database: Database, before: string): Promise<number> {
  const day = localDay(new Date(before))
  await database.deleteFrom('missing_pages').where('day', '<', day).execute()
  await database.deleteFrom('demand').where('day', '<', day).execute()
  return countDeleted(database.deleteFrom('visits').where('day', '<', day))
}

type VisitsTables = {
  /** Without any visitor's data (R33). */
  visits: { page: string /** ISO date, UTC. */; day: string; views: number }
  /** Addresses without a page, limited per day. */
  missing_pages: { path: string; day: string; views: number }
  /** Without any shopper's data. `subject`: a product id, or a search's words. */
  demand: { kind: DemandKind; subject: string; day: string; events: number }
}

declare module '../platform/database/tables.ts' {
  interface Tables extends VisitsTables {}
}

/** Of addresses that do not exist. */
export async function sumMissingPages(database: Database, fromDay: string): Promise<number> {
  const row = await database
    .selectFrom('visits')
    .select((visits) => visits.fn.sum<number | string>('views').as('views'))
    .where('page', '=', UNKNOWN_PAGE)
    .where('day', '>=', fromDay)
    .executeTakeFirst()
  return Number(row?.views ?? 0)
}
