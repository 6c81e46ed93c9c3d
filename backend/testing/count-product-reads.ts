import type { KyselyPlugin } from 'kysely'

/** Counts the rows that each SELECT of whole products has read. */
export function countProductReads(): { rows: number[]; plugin: KyselyPlugin } {
  const rows: number[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => 'price_cents' in row)) rows.push(result.rows.length)
      return result
    },
  }
  return { rows, plugin }
}
