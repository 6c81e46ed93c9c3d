import { Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import {
  adminBooks,
  BOOKS_FILES,
  type BooksSheet,
  booksFile,
  listFigures,
  SALES_FIGURES,
  type Sales,
  type SalesWay,
} from '@shop/contract/books/admin'
import { SALES_GROUPINGS, SALES_VIEWS, type SalesGrouping, type SalesPeriod } from '@shop/contract/books/sales-views'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { callQuery, queryClient } from '../app/query-client.ts'
import { useListAddress } from '../app/use-list-address.ts'
import { DownloadButton } from '../ui/download-button.tsx'
import { typed } from '../ui/form.tsx'
import { Hint, Page, QuietButton, Section } from '../ui/page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { today } from '../ui/time.ts'
import { PERIOD_NAMES, periodName, periodOf } from './periods.ts'
import { SalesBars } from './sales-bars.tsx'
import { SalesCompared } from './sales-compared.tsx'
import classes from './sales-page.module.css'
import { SalesTable } from './sales-table.tsx'
import { TaxOwed } from './tax-owed.tsx'

export { SalesPage as Component }

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(salesQuery(parseSearch(new URL(request.url).searchParams)))
}

type Search = SalesPeriod & { by: SalesGrouping }

export const salesQuery = (search: Search) =>
  callQuery(['sales', search.from, search.to, search.by], adminBooks.getSales, { query: search })

/** Without a period in the address: this year, by month. */
export function parseSearch(search: URLSearchParams): Search {
  const day = today()
  return {
    from: search.get('from') || `${day.slice(0, 4)}-01-01`,
    to: search.get('to') || day,
    by: groupingOf(search.get('by')),
  }
}

function groupingOf(text: string | null): SalesGrouping {
  return SALES_GROUPINGS.find((by) => by === text) ?? 'month'
}

const FILE_LABELS: Readonly<Record<(typeof BOOKS_FILES)[number], string>> = {
  movements: 'Orders and payments',
  'tax-by-month': 'Tax by state and month',
}

/** Sales, charges and refunds, for the owners and their accountant. */
function SalesPage() {
  const { params, set } = useListAddress()
  const search = parseSearch(params)
  return (
    <Page
      title="Sales"
      actions={
        <QuietButton component={Link} to={`/sales/print?${new URLSearchParams(search)}`}>
          Print for the accountant
        </QuietButton>
      }
    >
      <Stack gap="md">
        <div>
          <PeriodChoice period={search} onChange={set} />
          <div className={classes.period}>
            <TextInput type="date" label="From" {...typed(search.from, (from) => set({ from }))} />
            <TextInput
              type="date"
              label="To"
              error={search.from > search.to ? 'This is before the first day' : undefined}
              {...typed(search.to, (to) => set({ to }))}
            />
          </div>
          <NativeSelect
            label="Group by"
            className={classes.view ?? ''}
            data={SALES_GROUPINGS.map((value) => ({ value, label: SALES_VIEWS[value].label }))}
            value={search.by}
            onChange={(event) => set({ by: event.currentTarget.value })}
          />
        </div>
        <Loaded query={useQuery(salesQuery(search))} label="Loading sales">
          {(sales) => <SalesSections sales={sales} search={search} />}
        </Loaded>
      </Stack>
    </Page>
  )
}

const OTHER_DAYS = 'Custom'

type PeriodChoiceProps = { period: SalesPeriod; onChange: (period: SalesPeriod) => void }

function PeriodChoice({ period: { from, to }, onChange }: PeriodChoiceProps) {
  const day = today()
  const chosen = periodName({ from, to }, day) ?? OTHER_DAYS
  return (
    <NativeSelect
      label="Period"
      className={classes.view ?? ''}
      data={chosen === OTHER_DAYS ? [OTHER_DAYS, ...PERIOD_NAMES] : [...PERIOD_NAMES]}
      value={chosen}
      onChange={({ currentTarget }) => {
        const name = PERIOD_NAMES.find((one) => one === currentTarget.value)
        if (name !== undefined) onChange(periodOf(name, day))
      }}
    />
  )
}

function SalesSections({ sales, search }: { sales: Sales; search: Search }) {
  const { by } = search
  const { card, hand } = sales
  if (card.rows.length + hand.rows.length === 0) {
    return <EmptyState text="No sales, charges or refunds in this period." />
  }
  return (
    <>
      <SalesBars sales={sales} by={by} period={search} />
      {by === 'tax' && <TaxOwed sales={sales} />}
      {(by === 'line' || by === 'color') && (
        <Hint>
          {SALES_VIEWS[by].label} as in today’s catalog. Deleted products count as “No {by}”.
        </Hint>
      )}
      {card.rows.length > 0 && (
        <Section title="Paid by card through the shop">
          <SalesTable sales={card} way="card" by={by} />
        </Section>
      )}
      {hand.rows.length > 0 && (
        <Section title="Recorded by hand">
          <Hint mb="sm">Orders paid outside the payment gateway: everything you entered by hand or imported.</Hint>
          <SalesTable sales={hand} way="hand" by={by} />
        </Section>
      )}
      <SalesCompared sales={sales} by={by} />
      <Files search={search} />
      <Meanings by={by} way={card.rows.length > 0 ? 'card' : 'hand'} />
    </>
  )
}

export function Meanings({ by, way }: { by: SalesGrouping; way: SalesWay }) {
  return (
    <Section title="What the figures mean">
      <dl className={classes.meanings}>
        {listFigures(by, way).map((name) => (
          <div key={name}>
            <dt>{SALES_FIGURES[name].label}</dt>
            <dd>{SALES_FIGURES[name].meaning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Files({ search: { from, to, by } }: { search: Search }) {
  const files: [BooksSheet, string][] = [
    [by, 'This table'],
    ...BOOKS_FILES.map((sheet): [BooksSheet, string] => [sheet, FILE_LABELS[sheet]]),
  ]
  return (
    <section aria-label="Files">
      <Hint mb="xs">For a spreadsheet or your accountant: this table, each order, charge and refund, or the tax.</Hint>
      <Group gap="sm">
        {files.map(([sheet, label]) => (
          <DownloadButton key={sheet} file={booksFile} query={{ from, to, sheet }} label={label} />
        ))}
      </Group>
    </section>
  )
}
