type Row = Readonly<Record<string, string | number>>

/** Rows as CSV under their column names (RFC 4180). */
export function toCsv(columns: readonly string[], rows: readonly Row[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.map(cell).join(',')}\r\n`)
    .join('')
}

/** Quoted where it must be. A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
