import { AppError } from '../platform/http/errors/app-error.ts'

export const PAGE_SIZE = 50

/** The sort columns of the previous page's last row. */
export type ListCursor = readonly string[]

/** A page of rows, found with one more to tell whether another follows. */
export function pageOf<Row>(found: readonly Row[], columnsOf: (row: Row) => ListCursor) {
  const rows = found.slice(0, PAGE_SIZE)
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined
  return { rows, next: last === undefined ? null : encodeCursor(columnsOf(last)) }
}

/** Opaque, so clients don't build their own. */
function encodeCursor(columns: ListCursor): string {
  return Buffer.from(JSON.stringify(columns)).toString('base64url')
}

/** Throws 400 for anything that `encodeCursor` did not return. */
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
