import { adminLines, type EditedLine } from '@shop/contract/catalog/lines'
import { callQuery } from '../app/query-client.ts'
import { PRODUCTS_KEY } from '../catalog/catalog.queries.ts'

/** The lines in the order of the shop; refreshed with the products, which move along. */
export const linesQuery = callQuery([...PRODUCTS_KEY, 'edited-lines'], adminLines.listLines, {})

/** Where a line is edited; `null` for a new one. */
export function linePath(line: string | null): string {
  return line === null ? '/lines/edit' : `/lines/edit?${new URLSearchParams({ line })}`
}

export const NEW_LINE: EditedLine = {
  line: '',
  words: null,
  text: null,
  photo: null,
  preview: null,
  featured: true,
  goes_with: [],
  hidden: false,
  answer: null,
}
