import { Alert, Box, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { itemLine } from '@shop/contract/order-item'
import { adminShipping, DUE_FILTERS, type DueFilter, type DueOrder, MAX_SHIPPED } from '@shop/contract/orders/shipping'
import { formatCount } from '@shop/contract/text/plural'
import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { call } from '../../app/call.ts'
import { queryClient } from '../../app/query-client.ts'
import { useListAddress } from '../../app/use-list-address.ts'
import { confirmOnce } from '../../ui/dialog.tsx'
import { saveFile } from '../../ui/files.ts'
import { usePlainCall } from '../../ui/form.tsx'
import { formatOrderNumber } from '../../ui/format.ts'
import { LongList } from '../../ui/list/list.tsx'
import { BackLink, Hint, Page, Section } from '../../ui/page.tsx'
import { EmptyState, FailureLine, Loaded } from '../../ui/states.tsx'
import { formatDay, today } from '../../ui/time.ts'
import classes from '../order-row.module.css'
import { dueQuery } from '../orders.queries.ts'

export { ShippingPage as Component }

export const loader = ({ request }: LoaderFunctionArgs) =>
  void queryClient.prefetchQuery(dueQuery(parseDueFilter(new URL(request.url).searchParams)))

/** Without one in the address: what is due today. */
export function parseDueFilter(search: URLSearchParams): DueFilter {
  const wanted = search.get('due')
  return DUE_FILTERS.find((due) => due === wanted) ?? 'today'
}

const FILTER_LABELS: Readonly<Record<DueFilter, string>> = { today: 'Due today', all: 'All open' }

/** Orders to ship, the most overdue first, with its packing slips, its labels and the numbers that come back. */
function ShippingPage() {
  const { params, set } = useListAddress()
  const due = parseDueFilter(params)
  const labels = useLabels(due)
  return (
    <Page
      title="Orders to ship"
      actions={
        <Group gap="sm">
          <Button component={Link} to={`/orders/slips?due=${due}`} leftSection={<Printer aria-hidden size={18} />}>
            Packing slips
          </Button>
          <Button
            variant="default"
            leftSection={<Download aria-hidden size={18} />}
            loading={labels.isPending}
            onClick={() => labels.press()}
          >
            Label file
          </Button>
          <Button component={Link} to="/orders/tracking" variant="default">
            Tracking numbers
          </Button>
        </Group>
      }
    >
      <BackLink to="/orders">All orders</BackLink>
      <Box mb={labels.failure === null ? 0 : 'md'}>
        <FailureLine text={labels.failure} />
      </Box>
      <div role="status">{labels.result !== undefined && <LabelsNote result={labels.result} />}</div>
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label="Which orders"
        data={DUE_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }))}
        value={due}
        onChange={(value) => {
          labels.clear()
          set({ due: value })
        }}
      />
      <Loaded query={useQuery(dueQuery(due))} label="Loading orders to ship">
        {({ orders, waiting, has_more }) => (
          <Stack>
            {waiting.length > 0 && <WaitingSection waiting={waiting} />}
            {orders.length === 0 ? (
              <EmptyState text={due === 'today' ? 'Nothing to ship today.' : 'No orders to ship.'} />
            ) : (
              <LongList
                label={FILTER_LABELS[due]}
                rows={orders}
                keyOf={({ order_id }) => order_id}
                estimatedHeight={96}
              >
                {(order) => <DueRow order={order} />}
              </LongList>
            )}
            {has_more && <Hint>Showing the first {formatCount(MAX_SHIPPED, 'order')}. The rest come next.</Hint>}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function useLabels(due: DueFilter) {
  return usePlainCall(
    () => call(adminShipping.exportLabels, { query: { due } }),
    ({ csv, orders, left_out }) => {
      const save = () => saveFile(`labels-${today()}.csv`, 'text/csv', `\uFEFF${csv}`)
      if (orders > 0 && left_out.length === 0) save()
      else if (orders > 0) confirmOnce({ ...LEFT_OUT_DIALOG, children: <LeftOut left={left_out} />, onConfirm: save })
    },
  )
}

type Labels = NonNullable<ReturnType<typeof useLabels>['result']>

const LEFT_OUT_DIALOG = {
  title: 'Some orders won’t get a label',
  labels: { confirm: 'Create the file without them', cancel: 'Cancel' },
}

/** The orders that are not in the file, each with what is missing. */
function LeftOut({ left }: { left: Labels['left_out'] }) {
  return (
    <>
      <Text mb="xs">Correct their addresses on their pages, or create the file without them.</Text>
      <Stack component="ul" gap={4} p={0} m={0} className="anywhere" style={{ listStyle: 'none' }}>
        {left.map(({ order_id, problem }) => (
          <li key={order_id}>
            {formatOrderNumber(order_id)}: {problem}
          </li>
        ))}
      </Stack>
    </>
  )
}

/** How many labels the file has, and which orders are not in it. */
function LabelsNote({ result: { orders, left_out } }: { result: Labels }) {
  const count =
    orders === 0
      ? 'No order with an address is ready to ship.'
      : `The file has ${formatCount(orders, 'address', 'addresses')}.`
  return (
    <Alert color={left_out.length === 0 ? 'moss' : 'amber'} variant="light" mb="md">
      <Text>{count}</Text>
      {left_out.length > 0 && (
        <>
          <Text mt="xs">Left out. Fix these on the order’s page:</Text>
          <Stack component="ul" gap={4} p={0} m={0} className="anywhere" style={{ listStyle: 'none' }}>
            {left_out.map(({ order_id, problem }) => (
              <li key={order_id}>
                <Link to={`/orders/${order_id}`} style={{ color: 'inherit' }}>
                  {formatOrderNumber(order_id)}
                </Link>
                : {problem}
              </li>
            ))}
          </Stack>
        </>
      )}
    </Alert>
  )
}

type Waiting = { order_id: string; name: string; problem: string; promised_on: string }

function WaitingSection({ waiting }: { waiting: readonly Waiting[] }) {
  return (
    <Section title="On hold">
      <Stack component="ul" gap="sm" p={0} m={0} className="anywhere" style={{ listStyle: 'none' }}>
        {waiting.map(({ order_id, name, problem, promised_on }) => (
          <li key={order_id}>
            <Link to={`/orders/${order_id}`}>
              {formatOrderNumber(order_id)}, {name}
            </Link>
            <Text>{problem}</Text>
            <Hint>Promised for {formatDay(promised_on)}</Hint>
          </li>
        ))}
      </Stack>
    </Section>
  )
}

function DueRow({ order }: { order: DueOrder }) {
  const { order_id, first_name, last_name, promised_on, is_overdue, items, label_problem, delivery_name } = order
  return (
    <Link to={`/orders/${order_id}`} className={classes.row ?? ''}>
      <Text fw={600} className={classes.number}>
        {formatOrderNumber(order_id)}
      </Text>
      <div className={classes.who}>
        <Text>
          {first_name} {last_name}
        </Text>
        <Hint>{items.map(itemLine).join('; ')}</Hint>
        {delivery_name !== null && <Hint>{delivery_name}</Hint>}
      </div>
      <Text className={classes.state} {...(is_overdue && { c: 'brick', fw: 600 })}>
        {is_overdue ? 'Overdue since' : 'By'} {formatDay(promised_on)}
      </Text>
      {label_problem !== null && <Hint className={classes.when ?? ''}>No label. {label_problem}.</Hint>}
    </Link>
  )
}
