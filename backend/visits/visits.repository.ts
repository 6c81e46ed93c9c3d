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
