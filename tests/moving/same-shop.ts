import { createHash } from 'node:crypto'
import type { Row } from '../../backend/operations/backup/rows.ts'

type Rows = Readonly<Record<string, readonly Row[]>>

/** Tables that the shop's own work changes from minute to minute. */
const WORKING_TABLES = ['jobs', 'outbox', 'counters', 'rate_limits', 'visits', 'catalog_meta', 'admin_invites']
/** Columns of goods that orders change. */
const WORKING_COLUMNS = ['stock_quantity']

/**
 * The rows of `before` that are missing in `after`, as `table: row`, comparing the columns of `before` only. `strict`:
 * there are no other rows either, and the tables and columns of the shop's own work count too.
 */
export function missingRows(before: Rows, after: Rows, { strict }: { strict: boolean }): string[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    if (!strict && WORKING_TABLES.includes(table)) return []
    const columns = Object.keys(rows[0] ?? {}).filter((name) => strict || !WORKING_COLUMNS.includes(name))
    const there = new Set((after[table] ?? []).map((row) => textOf(row, columns)))
    const missing = rows.map((row) => textOf(row, columns)).filter((text) => !there.has(text))
    const more = strict && there.size > rows.length ? [`${there.size - rows.length} more rows`] : []
    return [...missing, ...more].map((text) => `${table}: ${text.slice(0, 200)}`)
  })
}

/** A row as text; bytes as their hash. */
function textOf(row: Row, columns: readonly string[]): string {
  return JSON.stringify(
    columns.map((name) => {
      const value = row[name] ?? null
      if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('hex')
      return typeof value === 'bigint' ? Number(value) : value
    }),
  )
}

/** How many rows there are in all. */
export function countRows(rows: Rows): number {
  return Object.values(rows).reduce((sum, { length }) => sum + length, 0)
}

/** The pictures and videos that a shop does not send byte by byte as they are stored. */
export async function wrongPictures(address: string, media: readonly Row[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { name, hash, sha256 } of media) {
    const response = await fetch(`${address}/images/${encodeURIComponent(String(name))}?v=${String(hash)}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) wrong.push(String(name))
  }
  return wrong
}
