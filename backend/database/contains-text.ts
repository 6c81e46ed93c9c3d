import { type RawBuilder, sql } from 'kysely'

/** Whether a column holds what was typed, in any letter case. */
export function containsText(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const wanted = typed.toLowerCase()
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${inLowerCase(column, wanted)} like ${pattern} escape '\\'`
}

/** SQLite's `lower` knows ASCII letters alone, so each other letter that is wanted is replaced by itself. */
function inLowerCase(column: RawBuilder<unknown>, wanted: string): RawBuilder<unknown> {
  const letters = [...new Set(wanted)].filter((letter) => letter > '\x7f' && letter !== letter.toUpperCase())
  return letters.reduce(
    (text, letter) => sql`replace(${text}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${column})`,
  )
}
