import { Table } from '@mantine/core'
import type { Visits } from '@shop/contract/admin/visits'
import { formatDay } from '../ui/format-time.ts'
import classes from './visits-page.module.css'

/** A bar for each day. The same numbers stand in a table, which screen readers read instead. */
export function DayChart({ days }: Pick<Visits, 'days'>) {
  const most = Math.max(1, ...days.map(({ views }) => views))
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  return (
    <>
      <div className={classes.chart} aria-hidden>
        {days.map(({ day, views }) => (
          <span
            key={day}
            className={classes.bar}
            style={{ height: `${(100 * views) / most}%` }}
            title={`${formatDay(day)}: ${views.toLocaleString('en-US')}`}
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
        <Table verticalSpacing={4} maw="20rem">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Day</Table.Th>
              <Table.Th ta="right">Views</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map(({ day, views }) => (
              <Table.Tr key={day}>
                <Table.Td>{formatDay(day)}</Table.Td>
                <Table.Td className={classes.number ?? ''}>{views.toLocaleString('en-US')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </>
  )
}
