import { Button, Text } from '@mantine/core'
import { itemLine } from '@shop/contract/order-item'
import type { AdminOrder } from '@shop/contract/orders/admin'
import type { DueOrder } from '@shop/contract/orders/shipping'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { queryClient } from '../../app/query-client.ts'
import { formatOrderNumber } from '../../ui/format.ts'
import { BackLink, Hint, Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { formatDay } from '../../ui/time.ts'
import { orderQuery } from '../orders.queries.ts'
import classes from './slip-page.module.css'

export { SlipPage as Component }

export const loader = ({ params }: LoaderFunctionArgs) =>
  void queryClient.prefetchQuery(orderQuery(params.orderId ?? ''))

/** The contents of the parcel, to print and tick off; without prices, and without cancelled or refunded items. */
function SlipPage() {
  const { orderId = '' } = useParams()
  return (
    <Page
      title={`Packing slip ${formatOrderNumber(orderId)}`}
      actions={
        <Button className={classes.screenOnly} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <BackLink to={`/orders/${orderId}`}>The order</BackLink>
      <Loaded query={useQuery(orderQuery(orderId))} label="Loading the order">
        {(order) => <Slip order={{ ...order, items: order.items.filter(isPacked) }} />}
      </Loaded>
    </Page>
  )
}

function isPacked({ cancellation_status, refund_status }: AdminOrder['items'][number]): boolean {
  return cancellation_status === null && refund_status === null
}

type SlipProps = { order: Omit<DueOrder, 'promised_on' | 'is_overdue'> & Pick<AdminOrder, 'shop'> }

export function Slip({ order }: SlipProps) {
  const { items } = order
  return (
    <div className={classes.slip}>
      <div className={classes.parties}>
        <div>
          <Hint>From</Hint>
          <Text fw={600}>{order.shop.name}</Text>
          {order.shop.postal_address === '' ? (
            <Hint className={classes.screenOnly ?? ''}>
              An owner can add the sender’s address under Settings, Postal address.
            </Hint>
          ) : (
            <Text className={classes.address ?? ''}>{order.shop.postal_address}</Text>
          )}
          <Text className="anywhere">{order.shop.email}</Text>
        </div>
        <div>
          <Hint>To</Hint>
          <Text fw={600}>
            {order.first_name} {order.last_name}
          </Text>
          <Address address={order.delivery_address} />
        </div>
      </div>
      {order.delivery_name !== null && <Text fw={600}>{order.delivery_name}</Text>}
      <Text c="dimmed">Ordered {formatDay(order.order_date)}</Text>
      <ul className={classes.items}>
        {items.map((item) => (
          <li key={item.order_item_id}>
            <span className={classes.box} aria-hidden />
            {itemLine(item)}
          </li>
        ))}
      </ul>
      {items.length === 0 && <Text>There’s nothing to pack.</Text>}
    </div>
  )
}

/** Lines to write on where the shop has no address. */
function Address({ address }: { address: string | null }) {
  if (address !== null) return <Text className={classes.address ?? ''}>{address}</Text>
  return (
    <>
      <Hint className={classes.screenOnly ?? ''}>
        This order has no address. Add it on the order’s page, or write it on the printed slip.
      </Hint>
      <div className={classes.blank} aria-hidden />
      <div className={classes.blank} aria-hidden />
      <div className={classes.blank} aria-hidden />
    </>
  )
}
