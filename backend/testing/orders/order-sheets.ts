import type { ImportColumns } from '@shop/contract/orders/import'
import { type ImportPart, packOrdersSheet } from '../../orders/import/import-parts.ts'
import type { StatusOfAll } from '../../orders/import/orders-file.ts'
import { shopZone } from '../../platform/lib/days/shop-zone.ts'
import { unpack } from '../../platform/lib/packed.ts'

/** Parses a spreadsheet as the thread of an import does, and unpacks its orders. */
export function parseTestSheet(
  text: string | Uint8Array,
  columns: ImportColumns | null = null,
  status: StatusOfAll = null,
) {
  const { parts: packed, ...sheet } = packOrdersSheet(text, { columns, status, zone: shopZone() })
  const parts = [...unpack<ImportPart>(packed)]
  return { ...sheet, parts, entries: parts.flatMap(({ orders }) => orders) }
}
