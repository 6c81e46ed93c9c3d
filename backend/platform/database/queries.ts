import { type RawBuilder, sql } from 'kysely'

/** Rows per statement; PostgreSQL takes at most 65,535 values in one. */
const CHUNK_ROWS = 500

/** Statements that a connection keeps prepared: preparing or planning one takes longer than running it. */
export const MAX_PREPARED = 300
/** Characters of such a statement. One of several hundred rows takes a megabyte with their values. */
export const MAX_PREPARED_LENGTH = 4000

/** Rows in parts that fit into one statement each. */
export function chunksOf<T>(rows: readonly T[], length = CHUNK_ROWS): T[][] {
  return Array.from({ length: Math.ceil(rows.length / length) }, (_, index) =>
    rows.slice(index * length, (index + 1) * length),
  )
}

/** Whether a column holds one of these texts, which are written as the database's `lower` writes them. Uses the index of that. */
export function isOneOf(column: string, texts: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`lower(${sql.ref(column)}) in (${sql.join(texts)})`
}

export async function countDeleted(query: {
  executeTakeFirst: () => Promise<{ numDeletedRows: bigint } | undefined>
}): Promise<number> {
  return Number((await query.executeTakeFirst())?.numDeletedRows ?? 0)
}

/** Whether a column holds a text, in any letter case. */
export function containsText(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const wanted = text.toLowerCase()
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${inLowerCase(column, wanted)} like ${pattern} escape '\\'`
}

/** SQLite's `lower` only knows ASCII letters, so each other letter that is wanted is replaced by itself. */
function inLowerCase(column: RawBuilder<unknown>, wanted: string): RawBuilder<unknown> {
  const letters = [...new Set(wanted)].filter((letter) => letter > '\x7f' && letter !== letter.toUpperCase())
  return letters.reduce(
    (text, letter) => sql`replace(${text}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${column})`,
  )
}
