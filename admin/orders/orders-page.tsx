import { Button, Group, SegmentedControl, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { ordersFile } from '@shop/contract/orders/admin'
import { ORDER_FILTERS, type OrderFilter, type OrdersSheet } from '@shop/contract/orders/admin-values'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { sessionQuery } from '../app/session.ts'
import { useListAddress } from '../app/use-list-address.ts'
import { Dialog, DialogButton } from '../ui/dialog.tsx'
import { DownloadButton } from '../ui/download-button.tsx'
import { typed } from '../ui/form.tsx'
import { PagedList } from '../ui/list/list.tsx'
import { Page } from '../ui/page.tsx'
import { today } from '../ui/time.ts'
import { ArrivedBar, ArrivingRow } from './arrived-orders.tsx'
import { OrderRow } from './order-row.tsx'
import { ordersQuery } from './orders.queries.ts'

const FILTER_LABELS: Readonly<Record<OrderFilter, string>> = {
  to_ship: 'To ship',
  on_its_way: 'On its way',
  to_pay_back: 'To refund',
  returns: 'Returns',
  all: 'All',
}

const EMPTY_MESSAGES: Readonly<Record<OrderFilter, string>> = {
  to_ship: 'No orders to ship.',
  on_its_way: 'No orders on the way.',
  to_pay_back: 'Nothing to refund.',
  returns: 'No returns need your attention.',
  all: 'There are no orders yet.',
}

export { OrdersPage as Component }

export function loader({ request }: LoaderFunctionArgs) {
  const { filter, q } = parseSearch(new URL(request.url).searchParams)
  void queryClient.prefetchInfiniteQuery(ordersQuery(filter, q))
}

function OrdersPage() {
  const { params, set, setLater, fieldKey } = useListAddress()
  const { filter, q } = parseSearch(params)
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
          <Button component="a" href="/admin/fair" variant="default">
            Fair
          </Button>
          <Button component={Link} to="/orders/shipping" variant="default">
            Shipping
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
        description="Number, name or email. The first few characters are enough."
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
        // All of them fit on a phone.
        styles={{ label: { paddingInline: 3 } }}
        data={ORDER_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }))}
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
        empty={q === '' ? EMPTY_MESSAGES[filter] : `No order here matches “${q}”.`}
        label={`Orders: ${FILTER_LABELS[filter]}`}
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
function parseSearch(search: URLSearchParams): { filter: OrderFilter; q: string } {
  const wanted = search.get('filter')
  return { filter: ORDER_FILTERS.find((filter) => filter === wanted) ?? 'to_ship', q: search.get('q') ?? '' }
}

/** The orders of a period as a file, for a spreadsheet or for who does the taxes. */
export function ExportOrders() {
  return <DialogButton label="Export">{(close) => <ExportDialog onClose={close} />}</DialogButton>
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState(`${today().slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const isReady = from !== '' && to !== '' && from <= to
  const button = (sheet: OrdersSheet, label: string) => (
    <DownloadButton file={ordersFile} query={{ from, to, sheet }} label={label} disabled={!isReady} />
  )
  return (
    <Dialog onClose={onClose} title="Export orders">
      <Stack>
        <Text>For a spreadsheet or your accountant. Includes both days.</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput type="date" label="From" data-autofocus {...typed(from, setFrom)} />
          <TextInput
            type="date"
            label="To"
            error={from > to && to !== '' ? 'This is before the first day' : undefined}
            {...typed(to, setTo)}
          />
        </SimpleGrid>
        {button('orders', 'Orders, one per row')}
        {button('tax', 'Sales tax by state')}
      </Stack>
    </Dialog>
  )
}
