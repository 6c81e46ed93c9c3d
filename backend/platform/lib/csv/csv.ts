import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { BATCH_ROWS } from '../../database/queries.ts'
import { linesOf } from '../text.ts'

type Row = Readonly<Record<string, string | number>>

/** RFC 4180 with an apostrophe before formulas; the library's `escape_formulas` only checks the start of a cell. */
export function toCsv(columns: readonly string[], rows: readonly Row[], header = true): string {
  return stringify([...rows], {
    columns: columns.map((key) => ({ key, header: escapeFormulas(key) })),
    header,
    record_delimiter: 'windows',
    // Spreadsheets of some locales separate cells by semicolons or tabs.
    quoted_match: /[;\t\r\n]/,
    cast: { string: (value, { header }) => (header ? value : escapeFormulas(value)) },
  })
}

export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>

function csvOf<Row>(columns: Columns<Row>, rows: readonly Row[], header = true): string {
  const cellOf = (value: string | number | null) =>
    typeof value === 'number' ? value : linesOf(value ?? '').join('\n')
  const cells = rows.map((row) =>
    Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, cellOf(read(row))])),
  )
  return toCsv(Object.keys(columns), cells, header)
}

/** CSV in parts, between which other work runs. */
export async function* csvParts<Row>(
  columns: Columns<Row>,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvOf(columns, [])
  for await (const rows of batches) {
    for (let start = 0; start < rows.length; start += BATCH_ROWS) {
      yield csvOf(columns, rows.slice(start, start + BATCH_ROWS), false)
      await nextTurn()
    }
  }
}

/** Without it Excel decodes a CSV file as Windows-1252. */
const UTF8_MARK = '\uFEFF'

/** CSV as a file for spreadsheets. */
export async function* asFile(csv: AsyncIterable<string>): AsyncGenerator<string> {
  yield UTF8_MARK
  yield* csv
}

/** Including full-width forms. */
const FORMULA_START = /(^|[;,\t\r\n])([ "]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** At the start of a cell, and after each character that some spreadsheet takes for a separator. */
function escapeFormulas(text: string): string {
  return text.replace(/^[\t\r]/, "'$&").replace(FORMULA_START, "$1$2'")
}
