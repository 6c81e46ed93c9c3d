import type { Database } from '../database/database.ts'

/** Addresses that are counted on a day; further ones only add to the sum of unknown pages. */
export const MAX_MISSING_PER_DAY = 50

/** Without query, encoded characters and `@`: such an address holds no e-mail address and no token of a visitor. */
const PLAIN_PATH = /^(?:\/[\w.~-]{1,40}){1,6}\/?$/

/** Counts a view of an address without a page, if it is plain and the day has room for it. */
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

/** Addresses without a page since a day, most viewed first. */
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
