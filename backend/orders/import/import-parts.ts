import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ImportColumns } from '@shop/contract/orders/import'
import type { Refund, StoredOrder } from '../orders.repository.ts'
import {
  type ImportNote,
  MAX_PROBLEMS,
  type ParsedOrders,
  type ParsedSheet,
  parseOrdersSheet,
  type StatusOfAll,
} from './orders-file.ts'

/** Some orders of an import, with the row in which each begins. */
export type ImportPart = { orders: { row: number; order: StoredOrder; refunds: Refund[] }[] }

/** Orders and items of a part, which one transaction writes. Others can write in between. */
const PART_ORDERS = 200
const PART_ITEMS = 500

/** Parsed orders in parts. */
export function partsOf({ orders, refunds, firstRow }: Pick<ParsedOrders, 'orders' | 'refunds' | 'firstRow'>) {
  const paidBack = Map.groupBy(refunds, ({ order_id }) => order_id)
  const parts: ImportPart[] = []
  let items = 0
  for (const order of orders) {
    const part = parts.at(-1)
    const { order_id } = order
    const entry = { row: firstRow.get(order_id) ?? 1, order, refunds: paidBack.get(order_id) ?? [] }
    items += order.items.length
    if (part !== undefined && part.orders.length < PART_ORDERS && items <= PART_ITEMS) {
      part.orders.push(entry)
      continue
    }
    parts.push({ orders: [entry] })
    items = order.items.length
  }
  return parts
}

/**
 * A parsed spreadsheet as it comes out of its thread: parts as compressed JSON, which takes a
 * tenth of the memory of rows. `notes` are the first ones, `noteCount` is how many there are.
 */
export type PackedSheet = Pick<
  ParsedSheet,
  'headers' | 'samples' | 'columns' | 'errors' | 'errorCount' | 'questions'
> & {
  parts: Uint8Array[]
  notes: ImportNote[]
  noteCount: number
}

/** Parses a spreadsheet, see `parseOrdersSheet`. */
export function packOrdersSheet(
  text: string,
  columns: ImportColumns | null,
  status: StatusOfAll,
  zone: string,
): PackedSheet {
  const { orders, refunds, firstRow, notes, ...others } = parseOrdersSheet(text, columns, status, zone)
  const parts = partsOf({ orders, refunds, firstRow }).map((part) => deflateRawSync(JSON.stringify(part), { level: 1 }))
  return { ...others, parts, notes: notes.slice(0, MAX_PROBLEMS), noteCount: notes.length }
}

/** The parts again, one at a time. */
export function unpack(parts: readonly Uint8Array[]): Iterable<ImportPart> {
  return {
    *[Symbol.iterator](): Generator<ImportPart> {
      for (const part of parts) yield JSON.parse(inflateRawSync(part).toString())
    },
  }
}
