import { stringify } from 'csv-stringify/sync'

type Row = Readonly<Record<string, string | number>>

/**
 * Rows as CSV with a header (RFC 4180). An apostrophe is put before everything that a spreadsheet would read as a
 * formula. The library's `escape_formulas` only looks at the start of a cell and ignores full-width characters.
 */
export function toCsv(columns: readonly string[], rows: readonly Row[]): string {
  return stringify([...rows], {
    columns: columns.map((key) => ({ key, header: escapeFormulas(key) })),
    header: true,
    record_delimiter: 'windows',
    // Spreadsheets in some locales separate cells by semicolons or tabs.
    quoted_match: /[;\t\r\n]/,
    cast: { string: (value, { header }) => (header ? value : escapeFormulas(value)) },
  })
}

/** Characters that start a formula, including their full-width forms. */
const FORMULA = /(^|[;,\t\r\n])([ "]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** At the start of a cell, and after each character that some spreadsheet takes for a separator, even within quotes. */
function escapeFormulas(text: string): string {
  return text.replace(/^[\t\r]/, "'$&").replace(FORMULA, "$1$2'")
}
