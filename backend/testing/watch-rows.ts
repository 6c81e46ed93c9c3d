import type { Database } from '../platform/database/database.ts'

/** `read` has the number of rows of each statement. */
export function watchRows(database: Database): { database: Database; read: number[] } {
  const read: number[] = []
  const watched = database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.push(result.rows.length)
      return result
    },
  })
  return { database: watched, read }
}
