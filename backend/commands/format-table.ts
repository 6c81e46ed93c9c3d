type Row = Readonly<Record<string, string | number>>

/** Rows as aligned columns with a header; numbers are right-aligned. */
export function formatTable(rows: readonly Row[]): string {
  const [first] = rows
  if (first === undefined) return '(nothing)'
  const columns = Object.keys(first)
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)))
  return cells
    .map((line) =>
      line
        .map((cell, index) => {
          const width = widths[index] ?? 0
          return typeof first[columns[index] ?? ''] === 'number' ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
