import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import {
  adminBooks,
  BOOKS_FILE_PATH,
  BOOKS_SHEETS,
  type BooksSheet,
  FIGURES,
  figuresOf,
  SALES_GROUPINGS,
  type Sales,
  type SalesGrouping,
} from '@shop/contract/admin/books'
import { requestPath } from '@shop/contract/call'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { callQuery, queryClient } from '../app/query-client.ts'
import { typed } from '../ui/form.tsx'
import { Hint, Page, QuietButton, Section } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { today } from '../ui/time.ts'
import classes from './sales-page.module.css'
import { SalesTable } from './sales-table.tsx'

export { SalesPage as Component }

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(salesQuery(readSearch(new URL(request.url).searchParams)))
}

type Search = { from: string; to: string; by: SalesGrouping }

const salesQuery = (search: Search) =>
  callQuery(['sales', search.from, search.to, search.by], adminBooks.getSales, { query: search })

/** Without a period in the address: this year, by month. */
function readSearch(search: URLSearchParams): Search {
  const day = today()
  return {
    from: search.get('from') || `${day.slice(0, 4)}-01-01`,
    to: search.get('to') || day,
    by: SALES_GROUPINGS.find((by) => by === search.get('by')) ?? 'month',
  }
}

const LABELS: Readonly<Record<SalesGrouping, string>> = {
  day: 'Day',
  month: 'Month',
  product: 'Product',
  state: 'State',
}

const FILES: Readonly<Record<BooksSheet, string>> = {
  movements: 'Orders and payments',
  tax: 'Tax by state and month',
}

/** What was sold, charged and paid back, for the owners and for who does their books. */
function SalesPage() {
  const [params, setParams] = useSearchParams()
  const search = readSearch(params)
  const set = (changed: Partial<Search>) => setParams({ ...search, ...changed }, { replace: true })
  return (
    <Page
      title="Sales"
      actions={
        <QuietButton className={classes.screenOnly} onClick={() => window.print()}>
          Print
        </QuietButton>
      }
    >
      <Stack gap="md">
        <div className={classes.screenOnly}>
          <div className={classes.period}>
            <TextInput type="date" label="From" {...typed(search.from, (from) => set({ from }))} />
            <TextInput
              type="date"
              label="To"
              error={search.from > search.to ? 'Before the first day' : undefined}
              {...typed(search.to, (to) => set({ to }))}
            />
          </div>
          <SegmentedControl
            fullWidth
            aria-label="Sum by"
            data={SALES_GROUPINGS.map((value) => ({ value, label: LABELS[value] }))}
            value={search.by}
            onChange={(by) => set({ by })}
          />
        </div>
        <Loaded query={useQuery(salesQuery(search))} label="Loading sales">
          {(sales) => <SalesSections sales={sales} search={search} />}
        </Loaded>
      </Stack>
    </Page>
  )
}

function SalesSections({ sales: { card, hand }, search }: { sales: Sales; search: Search }) {
  const { by } = search
  if (card.rows.length + hand.rows.length === 0) {
    return <EmptyState text="Nothing was sold, charged or paid back in these days." />
  }
  return (
    <>
      {card.rows.length > 0 && (
        <Section title="By card, online">
          <SalesTable sales={card} way="card" by={by} />
        </Section>
      )}
      {hand.rows.length > 0 && (
        <Section title="Recorded by hand">
          <Hint mb="sm">Orders by phone, at fairs and from imports, whose money no payment gateway has.</Hint>
          <SalesTable sales={hand} way="hand" by={by} />
        </Section>
      )}
      <Files search={search} />
      <Section title="What the figures mean">
        <dl className={classes.meanings}>
          {figuresOf(by, card.rows.length > 0 ? 'card' : 'hand').map((name) => (
            <div key={name}>
              <dt>{FIGURES[name].label}</dt>
              <dd>{FIGURES[name].meaning}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}

function Files({ search: { from, to } }: { search: Search }) {
  return (
    <section className={classes.screenOnly} aria-label="Files">
      <Hint mb="xs">
        For a spreadsheet, or for who does your books: a line for each order, charge and refund, or the tax.
      </Hint>
      <Group gap="sm">
        {BOOKS_SHEETS.map((sheet) => (
          <Button
            key={sheet}
            variant="default"
            component="a"
            href={requestPath(BOOKS_FILE_PATH, {}, { from, to, sheet })}
            download={`${sheet}-${from}-${to}.csv`}
            leftSection={<Download aria-hidden size={18} />}
          >
            {FILES[sheet]}
          </Button>
        ))}
      </Group>
    </section>
  )
}
