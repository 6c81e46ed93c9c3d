type Row = Readonly<Record<string, string | number>>

/** Rows as CSV under their column names (RFC 4180). */
export function toCsv(columns: readonly string[], rows: readonly Row[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('')
}

/** What opens a formula: also as full-width letters, which spreadsheets read alike. */
const FORMULA = /(^|[;,\t\r\n])([ "]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/**
 * Quoted where it must be. Wherever a spreadsheet would see a formula, an apostrophe comes in front: at the start of a
 * cell, and after each character that some country's spreadsheet takes for the end of one, quotes or not.
 */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replace(/^[\t\r]/, "'$&").replace(FORMULA, "$1$2'")
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
