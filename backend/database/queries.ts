import { type RawBuilder, sql } from 'kysely'

/** Rows per statement; PostgreSQL takes at most 65,535 values in one. */
const CHUNK = 500

/** Statements that a connection keeps prepared: preparing or planning one takes longer than running it. */
export const MAX_PREPARED = 300
/** Characters of such a statement. One of several hundred rows takes a megabyte with their values. */
export const MAX_PREPARED_LENGTH = 4000

/** Rows in parts that fit into one statement each. */
export function chunksOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) =>
    rows.slice(index * CHUNK, (index + 1) * CHUNK),
  )
}

/** Whether a column holds what was typed, in any letter case. */
export function containsText(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const wanted = typed.toLowerCase()
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${inLowerCase(column, wanted)} like ${pattern} escape '\\'`
}

/** SQLite's `lower` knows ASCII letters alone, so each other letter that is wanted is replaced by itself. */
export function inLowerCase(column: RawBuilder<unknown>, wanted: string): RawBuilder<unknown> {
  const letters = [...new Set(wanted)].filter((letter) => letter > '\x7f' && letter !== letter.toUpperCase())
  return letters.reduce(
    (text, letter) => sql`replace(${text}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${column})`,
  )
}
