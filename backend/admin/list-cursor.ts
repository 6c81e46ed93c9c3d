import { AppError } from '../errors/app-error.ts'

/** Rows of a list that one call answers with. */
export const PAGE_SIZE = 50

/** Where a page of a list begins: the sorted columns of the row before it. */
export type ListCursor = readonly string[]

/** A cursor as it travels: opaque, so that no client builds one. */
export function encodeCursor(columns: ListCursor): string {
  return Buffer.from(JSON.stringify(columns)).toString('base64url')
}

/** Reads a cursor of so many columns; refuses what this backend did not make. */
export function decodeCursor(text: string, columns: number): ListCursor {
  const value = parse(Buffer.from(text, 'base64url').toString())
  if (!Array.isArray(value) || value.length !== columns || !value.every((column) => typeof column === 'string')) {
    throw new AppError('invalid_request', undefined, [{ field: 'after', message: 'is no place in this list' }])
  }
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
