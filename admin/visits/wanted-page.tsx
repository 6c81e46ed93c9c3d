import { Table, Text } from '@mantine/core'
import { formatCount } from '@shop/contract/text/plural'
import type { DemandReport, WantedProduct } from '@shop/contract/visits/admin'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { Columns, Page, Section } from '../ui/page.tsx'
import { Loaded } from '../ui/states.tsx'
import { Count, CountTable, DayChart, demandQuery, PeriodControl, periodOf } from './counts.tsx'

export { WantedPage as Component }

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchQuery(demandQuery(periodOf(new URL(request.url).searchParams)))
}

/** Help to decide what to sew next: products asked for, products only looked at, and searches without results. */
function WantedPage() {
  const [search] = useSearchParams()
  return (
    <Page title="What people look for">
      <PeriodControl />
      <Loaded query={useQuery(demandQuery(periodOf(search)))} label="Loading what people look for">
        {(demand) => (
          <Columns
            left={
              <Section title="Asked for">
                <AskedFor demand={demand} />
              </Section>
            }
            right={
              <>
                <Section title="Searches that found nothing">
                  <EmptySearches searches={demand.searches} />
                </Section>
                <Section title="Viewed only">
                  <Unasked products={demand.unasked} />
                </Section>
              </>
            }
          />
        )}
      </Loaded>
    </Page>
  )
}

function AskedFor({ demand: { days, products } }: { demand: DemandReport }) {
  if (products.length === 0) return <Text c="dimmed">No product requests in this period.</Text>
  return (
    <>
      <Text mb="sm">Products added to carts, waitlisted or asked about, most popular first. We only store counts.</Text>
      <DayChart
        labels={['Add to Cart', 'Pay Now']}
        days={days.map((day) => ({ day: day.day, counts: [day.added, day.pay_now] }))}
      />
      <CountTable labels={['Product', 'In carts']}>
        {products.map((product) => (
          <Table.Tr key={product.product_id}>
            <Table.Td>
              <ProductName product={product} />
              <Text component="span" display="block" size="sm" c="dimmed">
                {describe(product)}
              </Text>
            </Table.Td>
            <Count value={product.added} />
          </Table.Tr>
        ))}
      </CountTable>
    </>
  )
}

function ProductName({ product: { product_id, product_name } }: { product: WantedProduct }) {
  if (product_name === null) return `${product_id} (no longer here)`
  return <Link to={`/products/${product_id}`}>{product_name}</Link>
}

/** Counts without a column of their own, if any. */
function describe({ sold_out, views, waiting, inquiries, matched, pay_now }: WantedProduct): string {
  return [
    ...(sold_out ? ['Sold out'] : []),
    formatCount(views, 'view'),
    ...(waiting > 0 ? [formatCount(waiting, 'person waiting', 'people waiting')] : []),
    ...(inquiries > 0 ? [formatCount(inquiries, 'inquiry', 'inquiries')] : []),
    ...(matched > 0 ? [formatCount(matched, 'quiz match', 'quiz matches')] : []),
    ...(pay_now > 0 ? [formatCount(pay_now, 'press of Pay Now', 'presses of Pay Now')] : []),
  ].join(', ')
}

function Unasked({ products }: { products: readonly WantedProduct[] }) {
  if (products.length === 0) return <Text c="dimmed">Every product that was viewed was also asked for.</Text>
  return (
    <CountTable labels={['Product', 'Views']}>
      {products.map((product) => (
        <Table.Tr key={product.product_id}>
          <Table.Td>
            <ProductName product={product} />
          </Table.Td>
          <Count value={product.views} />
        </Table.Tr>
      ))}
    </CountTable>
  )
}

function EmptySearches({ searches }: Pick<DemandReport, 'searches'>) {
  if (searches.length === 0) return <Text c="dimmed">Every search found something in this period.</Text>
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
