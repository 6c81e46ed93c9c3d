import { Button, Stack } from '@mantine/core'
import type { Sales } from '@shop/contract/books/admin'
import { periodLabel, SALES_VIEWS, type SalesGrouping } from '@shop/contract/books/sales-views'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { BackLink, Hint, Page, Section } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { SalesCompared } from './sales-compared.tsx'
import classes from './sales-page.module.css'
import { Meanings, parseSearch, salesQuery } from './sales-page.tsx'
import { SalesTable } from './sales-table.tsx'
import { TaxOwed } from './tax-owed.tsx'

export { SalesPrintPage as Component }

/** The parts of the printout besides the shown view. */
const PRINTED_GROUPINGS: readonly SalesGrouping[] = ['month', 'tax']

/** The figures of a period on paper, for who does the books: by month, the tax by state, and the view that was shown. */
function SalesPrintPage() {
  const [params] = useSearchParams()
  const search = parseSearch(params)
  return (
    <Page
      title={`Sales, ${periodLabel(search)}`}
      actions={
        <Button className={classes.screenOnly} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <Stack gap="md" className={classes.sheet ?? ''}>
        <BackLink to={`/sales?${new URLSearchParams(search)}`}>Sales</BackLink>
        {[...new Set([...PRINTED_GROUPINGS, search.by])].map((by) => (
          <View key={by} by={by} search={{ ...search, by }} />
        ))}
        <Meanings by="month" way="card" />
      </Stack>
    </Page>
  )
}

function View({ by, search }: { by: SalesGrouping; search: ReturnType<typeof parseSearch> }) {
  return (
    <Loaded query={useQuery(salesQuery(search))} label="Loading sales">
      {(sales) => (
        <>
          {by === 'month' && <SalesCompared sales={sales} by={by} />}
          {by === 'tax' && <TaxOwed sales={sales} />}
          <Tables sales={sales} by={by} />
        </>
      )}
    </Loaded>
  )
}

function Tables({ sales, by }: { sales: Sales; by: SalesGrouping }) {
  const { label } = SALES_VIEWS[by]
  const ways = (['card', 'hand'] as const).filter((way) => sales[way].rows.length > 0)
  if (ways.length === 0 && by === 'month') return <EmptyState text="No sales, charges or refunds in this period." />
  return ways.map((way) => (
    <Section key={way} title={`${label}, ${way === 'card' ? 'paid by card through the shop' : 'recorded by hand'}`}>
      {(by === 'line' || by === 'color') && <Hint>{label} as in today’s catalog.</Hint>}
      <SalesTable sales={sales[way]} way={way} by={by} />
    </Section>
  ))
}
