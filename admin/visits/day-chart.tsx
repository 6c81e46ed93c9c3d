import { Table } from '@mantine/core'
import { formatDay } from '../ui/time.ts'
import classes from './visits-page.module.css'

/** What was counted on a day: a number for each label. */
type DayCounts = { day: string; counts: readonly number[] }

/** A bar for each day. The same numbers stand in a table, which screen readers read instead. */
export function DayChart({ labels, days }: { labels: readonly string[]; days: readonly DayCounts[] }) {
  const most = Math.max(1, ...days.map(totalOf))
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return (
    <>
      <div className={classes.chart} aria-hidden>
        {days.map((day) => (
          <span
            key={day.day}
            className={classes.bar}
            style={{ height: `${(100 * totalOf(day)) / most}%` }}
            title={`${formatDay(day.day)}: ${totalOf(day).toLocaleString('en-US')}`}
          />
        ))}
      </div>
      <p className={classes.axis} aria-hidden>
        <span>{formatDay(first)}</span>
        <span>at most {most.toLocaleString('en-US')} a day</span>
        <span>{formatDay(last)}</span>
      </p>
      <details className={classes.details}>
        <summary>As a table</summary>
        <Table verticalSpacing={4} maw={`${12 + 8 * labels.length}rem`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              {labels.map((label) => (
                <Table.Th key={label} ta="right">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map(({ day, counts }) => (
              <Table.Tr key={day}>
                <Table.Td>{formatDay(day)}</Table.Td>
                {labels.map((label, index) => (
                  <Table.Td key={label} className={classes.number ?? ''}>
                    {counts[index]?.toLocaleString('en-US')}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </>
  )
}

function totalOf({ counts }: DayCounts): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
