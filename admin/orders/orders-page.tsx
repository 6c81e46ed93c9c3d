import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { ORDER_FILTERS, type OrderFilter } from '@shop/contract/admin/orders'
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { sessionQuery } from '../app/session.queries.ts'
import { useListAddress } from '../app/use-list-address.ts'
import { Page } from '../ui/page.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { ArrivedBar, ArrivingRow } from './arrived-orders.tsx'
import { ExportOrders } from './export-orders.tsx'
import { OrderRow } from './order-row.tsx'
import { ordersQuery } from './orders.queries.ts'

const LABELS: Readonly<Record<OrderFilter, string>> = {
  to_ship: 'To ship',
  on_its_way: 'On its way',
  to_pay_back: 'To pay back',
  all: 'All',
}

const EMPTY: Readonly<Record<OrderFilter, string>> = {
  to_ship: 'No order waits to be shipped.',
  on_its_way: 'No order is on its way.',
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
  const { data: admin } = useQuery(sessionQuery)
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
          {admin?.role === 'owner' && <ExportOrders />}
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
  const query = useInfiniteQuery(ordersQuery(filter, q))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const isArriving = filter === 'on_its_way'
  const choose = (orderId: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, orderId] : chosen.filter((one) => one !== orderId))
  const hasOrders = query.data?.pages.some(({ orders }) => orders.length > 0) === true
  return (
    <>
      {isArriving && hasOrders && <ArrivedBar chosen={chosen} onDone={() => setChosen([])} />}
      <PagedList
        query={query}
        rowsOf={({ orders }) => orders}
        loading="Loading orders"
        empty={q === '' ? EMPTY[filter] : `No order here matches “${q}”.`}
        label={`Orders: ${LABELS[filter]}`}
        keyOf={({ order_id }) => order_id}
        estimatedHeight={96}
      >
        {(order) =>
          isArriving ? (
            <ArrivingRow
              order={order}
              isChosen={chosen.includes(order.order_id)}
              onChoose={(isChosen) => choose(order.order_id, isChosen)}
            />
          ) : (
            <OrderRow order={order} />
          )
        }
      </PagedList>
    </>
  )
}

/** Without a filter in the address: what waits to be shipped. */
function readSearch(search: URLSearchParams): { filter: OrderFilter; q: string } {
  const wanted = search.get('filter')
  return { filter: ORDER_FILTERS.find((filter) => filter === wanted) ?? 'to_ship', q: search.get('q') ?? '' }
}
