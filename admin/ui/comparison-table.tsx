import classes from './comparison-table.module.css'

/** What each field was, or is for somebody else, beside what it is. */
export function ComparisonTable({
  columns: [first, second],
  rows,
}: {
  columns: readonly [string, string]
  rows: readonly { label: string; first: string; second: string }[]
}) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">{first}</th>
          <th scope="col">{second}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td>{row.first}</td>
            <td>{row.second}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
