import { stringify } from 'csv-stringify/sync'

type Row = Readonly<Record<string, string | number>>

/**
 * Rows as CSV under their column names (RFC 4180). Wherever a spreadsheet would see a formula, an apostrophe comes in
 * front. The library's own `escape_formulas` knows only the start of a cell, and no full-width letters.
 */
export function toCsv(columns: readonly string[], rows: readonly Row[]): string {
  return stringify([...rows], {
    columns: columns.map((key) => ({ key, header: escapeFormulas(key) })),
    header: true,
    record_delimiter: 'windows',
    // Some countries' spreadsheets separate cells by semicolons or tabs.
    quoted_match: /[;\t\r\n]/,
    cast: { string: (value, { header }) => (header ? value : escapeFormulas(value)) },
  })
}

/** What opens a formula: also as full-width letters, which spreadsheets read alike. */
const FORMULA = /(^|[;,\t\r\n])([ "]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** At the start of a cell, and after each character that some spreadsheet takes for the end of one, quotes or not. */
function escapeFormulas(text: string): string {
  return text.replace(/^[\t\r]/, "'$&").replace(FORMULA, "$1$2'")
}
