/** Rows per statement; PostgreSQL takes at most 65,535 values in one. */
const CHUNK = 500

/** Rows in parts that fit into one statement each. */
export function chunksOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) =>
    rows.slice(index * CHUNK, (index + 1) * CHUNK),
  )
}
