import type { ImportColumns } from '@shop/contract/orders/import'
import { pack } from '../../platform/lib/packed.ts'
import { type ImportEntry, MAX_PROBLEMS, type ParsedSheet, parseOrdersSheet, type StatusOfAll } from './orders-file.ts'
import type { ImportNote } from './sheet-columns.ts'

export type ImportPart = { orders: ImportEntry[] }

/** Orders and items per transaction. Others can write in between. */
const PART_ORDERS = 200
const PART_ITEMS = 500

/** Splits parsed orders into parts, one at a time. */
export function* partsOf(entries: Iterable<ImportEntry>): Generator<ImportPart> {
  let part: ImportPart = { orders: [] }
  let items = 0
  for (const entry of entries) {
    items += entry.order.items.length
    if (part.orders.length === PART_ORDERS || (part.orders.length > 0 && items > PART_ITEMS)) {
      yield part
      part = { orders: [] }
      items = entry.order.items.length
    }
    part.orders.push(entry)
  }
  if (part.orders.length > 0) yield part
}

/** A parsed spreadsheet from its thread, in packed parts. `notes` are the first of `noteCount`. */
export type PackedSheet = Omit<ParsedSheet, 'entries' | 'notes'> & {
  parts: Uint8Array[]
  notes: ImportNote[]
  noteCount: number
}

export function packOrdersSheet(
  text: Uint8Array,
  columns: ImportColumns | null,
  status: StatusOfAll,
  zone: string,
): PackedSheet {
  const { entries, notes, ...others } = parseOrdersSheet(text, columns, status, zone)
  const parts = Array.from(partsOf(entries), pack)
  return { ...others, parts, notes: notes.slice(0, MAX_PROBLEMS), noteCount: notes.length }
}
