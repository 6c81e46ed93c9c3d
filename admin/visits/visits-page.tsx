import { Table, Text } from '@mantine/core'
import { formatCount } from '@shop/contract/text/plural'
import type { Visits } from '@shop/contract/visits/admin'
import { PAGE_NAMES, UNKNOWN_PAGE } from '@shop/contract/visits/pages'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { Columns, Page, Section } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { Count, CountTable, DayChart, PeriodControl, periodOf, visitsQuery } from './counts.tsx'
import classes from './visits-page.module.css'

export { VisitsPage as Component }

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(visitsQuery(periodOf(new URL(request.url).searchParams)))
}

/** How often the pages of the shop are viewed. */
function VisitsPage() {
  const [search] = useSearchParams()
  return (
    <Page title="Visits">
      <PeriodControl />
      <Loaded query={useQuery(visitsQuery(periodOf(search)))} label="Loading visits">
        {(visits) => <VisitsSections visits={visits} />}
      </Loaded>
    </Page>
  )
}

function VisitsSections({ visits: { days, pages } }: { visits: Visits }) {
  if (pages.length === 0) return <EmptyState text="No views in this period." />
  const total = days.reduce((sum, { views }) => sum + views, 0)
  const most = pages[0]?.views ?? 1
  return (
    <Columns
      left={
        <Section title="By day">
          <Text mb="sm">{formatCount(total, 'view')} in total. We only count views, not visitors.</Text>
          <DayChart labels={['Views']} days={days.map(({ day, views }) => ({ day, counts: [views] }))} />
        </Section>
      }
      right={
        <Section title="By page">
          <CountTable labels={['Page', 'Views']}>
            {pages.map(({ page, product_name, views }) => (
              <Table.Tr key={page}>
                <Table.Td>
                  {pageName({ page, product_name })}
                  <span className={classes.share} style={{ width: `${(100 * views) / most}%` }} aria-hidden />
                </Table.Td>
                <Count value={views} />
              </Table.Tr>
            ))}
          </CountTable>
        </Section>
      }
    />
  )
}

/** The shop's names for its pages; all others are counted as one. */
const SHOWN_PAGE_NAMES: Readonly<Record<string, string>> = { ...PAGE_NAMES, [UNKNOWN_PAGE]: 'Other pages' }

/** The name of a page that was viewed; one of a product is called by it, as long as that is there. */
export function pageName({ page, product_name }: { page: string; product_name: string | null }): string {
  const product = /^\/product\/(.+)$/.exec(page)?.[1]
  if (product === undefined) return SHOWN_PAGE_NAMES[page] ?? page
  return product_name ?? `Product ${product} (no longer here)`
}
