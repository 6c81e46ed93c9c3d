import { NativeSelect } from '@mantine/core'
import { type AdminOrder, adminOrders, PAYMENTS } from '@shop/contract/admin/orders'
import { useChange } from '../app/use-change.ts'
import { ORDERS_KEY } from './orders.queries.ts'

export const PAYMENT_LABELS: Readonly<Record<(typeof PAYMENTS)[number], string>> = {
  unpaid: 'Not paid yet',
  cash: 'Paid in cash',
  card: 'Paid by card',
  check: 'Paid by check',
  transfer: 'Paid by bank transfer',
  other: 'Paid in another way',
}

/** How an order was paid that the shop entered; of others, and of one that was paid by card, it is known. */
export function PaymentForm({ order }: { order: AdminOrder }) {
  const { change, isPending } = useChange(adminOrders.recordPayment, {
    done: ({ body }) => PAYMENT_LABELS[body.payment],
    refreshes: [ORDERS_KEY],
  })
  if (order.channel === 'online' || order.card_payment !== null) return null
  const unknown = order.payment === null ? [{ value: '', label: 'Unknown' }] : []
  return (
    <NativeSelect
      label="Payment"
      maw={320}
      disabled={isPending}
      value={order.payment ?? ''}
      data={[...unknown, ...PAYMENTS.map((value) => ({ value, label: PAYMENT_LABELS[value] }))]}
      onChange={({ currentTarget }) => {
        const payment = PAYMENTS.find((one) => one === currentTarget.value)
        if (payment === undefined) return
        change({ params: { order_id: order.order_id }, body: { payment, version: order.version } })
      }}
    />
  )
}
