import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'

/** PostgreSQL takes at most 65,535 values in a statement. */
const CHUNK_ROWS = 500

/** Statements that a connection keeps prepared. */
export const MAX_PREPARED = 300
/** In characters: one of several hundred rows takes a megabyte with its values. */
export const MAX_PREPARED_LENGTH = 4000

/** Splits rows into parts that fit into one statement each. */
export function chunksOf<T>(rows: readonly T[], length = CHUNK_ROWS): T[][] {
  return Array.from({ length: Math.ceil(rows.length / length) }, (_, index) =>
    rows.slice(index * length, (index + 1) * length),
  )
}

/** Each batch holds up other work for some 20 ms. */
export const BATCH_ROWS = 200

/** Reads rows in batches, between which other work runs; `read` gets the last row of the batch before. */
export async function* readInBatches<Row>(
  read: (after: Row | null, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let after: Row | null = null
  for (;;) {
    const rows: readonly Row[] = await read(after, BATCH_ROWS)
    yield rows
    await nextTurn()
    after = rows.at(-1) ?? null
    if (after === null || rows.length < BATCH_ROWS) return
  }
}

/** Uses the index of the database's `lower`, so write the texts as it does. */
export function isOneOf(column: string, texts: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`lower(${sql.ref(column)}) in (${sql.join(texts)})`
}

export async function countDeleted(query: {
  executeTakeFirst: () => Promise<{ numDeletedRows: bigint } | undefined>
}): Promise<number> {
  return Number((await query.executeTakeFirst())?.numDeletedRows ?? 0)
}

export function containsText(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const wanted = text.toLowerCase()
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${inLowerCase(column, wanted)} like ${pattern} escape '\\'`
}

/** SQLite's `lower` only knows ASCII, so other letters that are searched for are replaced one by one. */
function inLowerCase(column: RawBuilder<unknown>, wanted: string): RawBuilder<unknown> {
  const letters = [...new Set(wanted)].filter((letter) => letter > '\x7f' && letter !== letter.toUpperCase())
  return letters.reduce(
    (text, letter) => sql`replace(${text}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${column})`,
  )
}
