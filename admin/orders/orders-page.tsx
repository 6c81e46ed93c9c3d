import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { ORDER_FILTERS, type OrderFilter } from '@shop/contract/admin/orders'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { useListAddress } from '../app/use-list-address.ts'
import { Page } from '../ui/page.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { OrderRow } from './order-row.tsx'
import { ordersQuery } from './orders.queries.ts'

const LABELS: Readonly<Record<OrderFilter, string>> = { to_ship: 'To ship', to_pay_back: 'To pay back', all: 'All' }

const EMPTY: Readonly<Record<OrderFilter, string>> = {
  to_ship: 'No order waits to be shipped.',
  to_pay_back: 'Nothing is to be paid back.',
  all: 'There are no orders yet.',
}

export function ordersRoute(queryClient: QueryClient) {
  return {
    Component: OrdersPage,
    loader: ({ request }: LoaderFunctionArgs) => {
      const { filter, q } = readSearch(new URL(request.url).searchParams)
      void queryClient.prefetchInfiniteQuery(ordersQuery(filter, q))
      return null
    },
  }
}

function OrdersPage() {
  const { params, set, setLater, fieldKey } = useListAddress()
  const { filter, q } = readSearch(params)
  const find = (text: string) => setLater({ filter: text.trim() === '' ? null : 'all', q: text.trim() })
  return (
    <Page
      title="Orders"
      actions={
        <Group gap="sm">
          <Button component={Link} to="/orders/new">
            Enter an order
          </Button>
          <Button component={Link} to="/orders/import" variant="default">
            Import
          </Button>
        </Group>
      }
    >
      <TextInput
        type="search"
        label="Find an order"
        description="Number, name or e-mail, or how it begins"
        key={fieldKey}
        defaultValue={q}
        maxLength={200}
        onChange={(event) => find(event.currentTarget.value)}
        mb="md"
      />
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label="Which orders"
        data={ORDER_FILTERS.map((value) => ({ value, label: LABELS[value] }))}
        value={filter}
        onChange={(value) => set({ filter: value })}
      />
      <OrderList key={`${filter} ${q}`} filter={filter} q={q} />
    </Page>
  )
}

function OrderList({ filter, q }: { filter: OrderFilter; q: string }) {
  return (
    <PagedList
      query={useInfiniteQuery(ordersQuery(filter, q))}
      rowsOf={({ orders }) => orders}
      loading="Loading orders"
      empty={q === '' ? EMPTY[filter] : `No order here matches “${q}”.`}
      label={`Orders: ${LABELS[filter]}`}
      keyOf={({ order_id }) => order_id}
      estimatedHeight={96}
    >
      {(order) => <OrderRow order={order} />}
    </PagedList>
  )
}

/** Without a filter in the address: what waits to be shipped. */
function readSearch(search: URLSearchParams): { filter: OrderFilter; q: string } {
  const wanted = search.get('filter')
  return { filter: ORDER_FILTERS.find((filter) => filter === wanted) ?? 'to_ship', q: search.get('q') ?? '' }
}
