import { pack } from '../../platform/lib/packed.ts'
import { type ImportEntry, MAX_PROBLEMS, type ParsedSheet, parseOrdersSheet, type SheetOptions } from './orders-file.ts'

export type ImportPart = { orders: ImportEntry[] }

/** Orders and items per transaction. Others can write in between. */
const PART_ORDERS = 200
const PART_ITEMS = 500

/** Collects orders in packed parts. */
export function packParts(): { add: (entry: ImportEntry) => void; end: () => Uint8Array[] } {
  const parts: Uint8Array[] = []
  let part: ImportPart = { orders: [] }
  let items = 0
  const end = () => {
    if (part.orders.length > 0) parts.push(pack(part))
    part = { orders: [] }
    items = 0
    return parts
  }
  const add = (entry: ImportEntry) => {
    const { length } = entry.order.items
    if (part.orders.length === PART_ORDERS || items + length > PART_ITEMS) end()
    part.orders.push(entry)
    items += length
  }
  return { add, end }
}

/** A parsed spreadsheet from its thread, in packed parts. `notes` are the first of `noteCount`. */
export type PackedSheet = ParsedSheet & { parts: Uint8Array[]; noteCount: number }

export function packOrdersSheet(text: string | Uint8Array, options: SheetOptions): PackedSheet {
  const packing = packParts()
  const { notes, ...sheet } = parseOrdersSheet(text, options, packing.add)
  const parts = sheet.errorCount > 0 ? [] : packing.end()
  return { ...sheet, parts, notes: notes.slice(0, MAX_PROBLEMS), noteCount: notes.length }
}
