import { SegmentedControl, Table } from '@mantine/core'
import { adminVisits, VISIT_PERIODS } from '@shop/contract/visits/admin'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { callQuery } from '../app/query-client.ts'
import { formatDay } from '../ui/time.ts'
import classes from './visits-page.module.css'

/** A table with a text in the first column and counts in the others. */
export function CountTable({
  labels: [first, ...others],
  children,
}: {
  labels: readonly string[]
  children: ReactNode
}) {
  return (
    <Table verticalSpacing="xs" className={classes.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{first}</Table.Th>
          {others.map((label) => (
            <Table.Th key={label} ta="right">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  )
}

export function Count({ value }: { value: number }) {
  return <Table.Td className={classes.number ?? ''}>{value.toLocaleString('en-US')}</Table.Td>
}

export type Period = (typeof VISIT_PERIODS)[number]

/** The period in the address of a page. */
export function periodOf(search: URLSearchParams): Period {
  return VISIT_PERIODS.find((period) => period === search.get('days')) ?? '30'
}

export function PeriodControl() {
  const [search, setSearch] = useSearchParams()
  return (
    <SegmentedControl
      aria-label="Period"
      mb="md"
      data={VISIT_PERIODS.map((days) => ({ value: days, label: `${days} days` }))}
      value={periodOf(search)}
      onChange={(days) => setSearch({ days }, { replace: true })}
    />
  )
}

export const visitsQuery = (days: Period) => callQuery(['visits', days], adminVisits.listVisits, { query: { days } })

/** Shoppers' demand: presses by product and by day, and searches that found nothing. */
export const demandQuery = (days: Period) => callQuery(['demand', days], adminVisits.getDemand, { query: { days } })

/** The counts of a day: a number for each label. */
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
        <span>Busiest day: {most.toLocaleString('en-US')}</span>
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
            {[...days].reverse().map(({ day, counts }) => (
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
