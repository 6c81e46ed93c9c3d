import type { Database } from '../database/database.ts'

/** Counts one view of a page on a day. */
export async function countVisit(database: Database, page: string, day: string): Promise<void> {
  await database
    .insertInto('visits')
    .values({ page, day, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['page', 'day']).doUpdateSet((row) => ({ views: row('visits.views', '+', 1) })),
    )
    .execute()
}

/** Views of each page and day since `fromDay`, newest day first, most viewed first. */
export function listVisits(
  database: Database,
  fromDay: string,
): Promise<{ page: string; day: string; views: number }[]> {
  return database
    .selectFrom('visits')
    .select(['day', 'page', 'views'])
    .where('day', '>=', fromDay)
    .orderBy('day', 'desc')
    .orderBy('views', 'desc')
    .orderBy('page')
    .execute()
}

/** Views of all pages on each day since `fromDay`. */
export async function listViewsByDay(database: Database, fromDay: string): Promise<[day: string, views: number][]> {
  const rows = await database
    .selectFrom('visits')
    .select((visits) => ['day', visits.fn.sum<number | string>('views').as('sum')] as const)
    .where('day', '>=', fromDay)
    .groupBy('day')
    .execute()
  return rows.map(({ day, sum }) => [day, Number(sum)])
}

/** The most viewed pages since `fromDay`, most viewed first. */
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
