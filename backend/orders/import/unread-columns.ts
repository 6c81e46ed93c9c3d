import { formatAdminMoney } from '@shop/contract/money'
import type { ImportColumns } from '@shop/contract/orders/import'
import type { Table } from '../../platform/lib/csv/csv-table.ts'
import { parseSheetMoney } from './order-cells.ts'
import type { ImportNote } from './sheet-columns.ts'

/** Columns with an amount that changes the total, without codes, percents and parts of Magento's `discount_amount`. */
const CHANGES_TOTAL = /discount|coupon|refund|credit|gift ?(?:card|cert|wrap)|handling|\btip\b|gratuity/i
const NO_AMOUNT = /%|percent|rate|code|name|type|date|reason|^shipping_discount_amount$/i

/** Notes duplicate columns and amounts that are not imported. Orders still add up to a total of the table. */
export function noteUnread({ headers, rows }: Table, columns: ImportColumns): ImportNote[] {
  const chosen = Object.values(columns)
  const notes = chosen.flatMap((column) => noteTwice(headers, column))
  if (columns.order_total !== undefined || columns.net_total !== undefined) return notes
  const unread = headers.flatMap((name, column) =>
    !chosen.includes(column) && CHANGES_TOTAL.test(name) && !NO_AMOUNT.test(name) ? [column] : [],
  )
  for (const [index, { row, cells }] of rows.entries()) {
    // Items of one cell are rows with the same number.
    if (rows[index - 1]?.row === row) continue
    for (const column of unread) {
      const amount = parseSheetMoney((cells[column] ?? '').replace(/^[(-]|\)$/g, ''))
      if (amount === null || amount === 0) continue
      notes.push({ row, message: `“${headers[column]}” of ${formatAdminMoney(amount)} isn’t counted.` })
    }
  }
  return notes
}

function noteTwice(headers: readonly string[], column: number): ImportNote[] {
  const name = headers[column]?.toLowerCase() ?? ''
  const isTwice = name !== '' && headers.some((other, index) => index !== column && other.toLowerCase() === name)
  return isTwice ? [{ row: 1, message: `“${headers[column]}” is a column twice. Only one of them is read.` }] : []
}
