import { Table, Text } from '@mantine/core'
import { adminVisits, type DemandReport, type VISIT_PERIODS } from '@shop/contract/admin/visits'
import { formatCount } from '@shop/contract/plural'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { callQuery } from '../app/query-client.ts'
import { Section } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { formatDay } from '../ui/time.ts'
import classes from './visits-page.module.css'

/** What shoppers want while orders are paused. */
export function DemandSections({ period }: { period: Period }) {
  return (
    <Loaded query={useQuery(demandQuery(period))} label="Loading what shoppers want">
      {(demand) => (
        <>
          <Section title="Wanted products">
            <WantedProducts demand={demand} />
          </Section>
          <Section title="Searches that found nothing">
            <EmptySearches searches={demand.searches} />
          </Section>
        </>
      )}
    </Loaded>
  )
}

function WantedProducts({ demand: { days, products } }: { demand: DemandReport }) {
  if (products.length === 0) return <Text c="dimmed">No product was put into a cart in these days.</Text>
  const added = days.reduce((sum, day) => sum + day.added, 0)
  const pay_now = days.reduce((sum, day) => sum + day.pay_now, 0)
  return (
    <>
      <Text mb="sm">
        {formatCount(added, 'press', 'presses')} of Add to Cart, and Pay Now was pressed for{' '}
        {formatCount(pay_now, 'product')}. No shopper and no cart is known.
      </Text>
      <DayChart
        labels={['Add to Cart', 'Pay Now']}
        days={days.map((day) => ({ day: day.day, counts: [day.added, day.pay_now] }))}
      />
      <CountTable labels={['Product', 'Add to Cart', 'Pay Now']}>
        {products.map(({ product_id, product_name, added, pay_now }) => (
          <Table.Tr key={product_id}>
            <Table.Td>
              {product_name === null ? (
                `${product_id} (no longer here)`
              ) : (
                <Link to={`/products/${product_id}`}>{product_name}</Link>
              )}
            </Table.Td>
            <Count value={added} />
            <Count value={pay_now} />
          </Table.Tr>
        ))}
      </CountTable>
    </>
  )
}

function EmptySearches({ searches }: Pick<DemandReport, 'searches'>) {
  if (searches.length === 0) return <Text c="dimmed">No search without a result was counted in these days.</Text>
  return (
    <CountTable labels={['Words', 'Searches']}>
      {searches.map(({ words, count }) => (
        <Table.Tr key={words}>
          <Table.Td>{words}</Table.Td>
          <Count value={count} />
        </Table.Tr>
      ))}
    </CountTable>
  )
}

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

/** Views by day and by page. */
export const visitsQuery = (days: Period) => callQuery(['visits', days], adminVisits.listVisits, { query: { days } })

/** What shoppers want: presses by product and by day, and searches that found nothing. */
export const demandQuery = (days: Period) => callQuery(['demand', days], adminVisits.getDemand, { query: { days } })

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
