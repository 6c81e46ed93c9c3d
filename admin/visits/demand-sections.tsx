import { Table, Text } from '@mantine/core'
import { type DemandReport, getDemandEndpoint } from '@shop/contract/admin/demand'
import { listVisitsEndpoint, type VISIT_PERIODS } from '@shop/contract/admin/visits'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { callQuery } from '../app/query-client.ts'
import { formatCount } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { DayChart } from './day-chart.tsx'
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
function CountTable({ labels: [first, ...others], children }: { labels: readonly string[]; children: ReactNode }) {
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

function Count({ value }: { value: number }) {
  return <Table.Td className={classes.number ?? ''}>{value.toLocaleString('en-US')}</Table.Td>
}

export type Period = (typeof VISIT_PERIODS)[number]

/** Views by day and by page. */
export const visitsQuery = (days: Period) => callQuery(['visits', days], listVisitsEndpoint, { query: { days } })

/** What shoppers want: presses by product and by day, and searches that found nothing. */
export const demandQuery = (days: Period) => callQuery(['demand', days], getDemandEndpoint, { query: { days } })
