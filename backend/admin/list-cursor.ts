import { AppError } from '../platform/http/errors/app-error.ts'

export const PAGE_SIZE = 50

/** Start of a page: the sort columns of the last row of the previous one. */
export type ListCursor = readonly string[]

/** The rows of a page of those that were found, one more than a page has, and the start of the next page. */
export function pageOf<Row>(found: readonly Row[], columnsOf: (row: Row) => ListCursor) {
  const rows = found.slice(0, PAGE_SIZE)
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined
  return { rows, next: last === undefined ? null : encodeCursor(columnsOf(last)) }
}

/** A cursor as sent to clients; opaque, so none builds its own. */
function encodeCursor(columns: ListCursor): string {
  return Buffer.from(JSON.stringify(columns)).toString('base64url')
}

/** Parses a cursor with this many columns; throws 400 for anything that `encodeCursor` did not return. */
export function decodeCursor(text: string, columns: number): ListCursor {
  const value = parse(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(value) || value.length !== columns || !value.every(isColumn)) {
    throw new AppError('invalid_request', undefined, [{ field: 'after', message: 'is no place in this list' }])
  }
  return value
}

/** PostgreSQL cannot compare a text with a NUL. */
function isColumn(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
