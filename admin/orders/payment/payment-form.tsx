import { NativeSelect } from '@mantine/core'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { ORDER_PAYMENTS } from '@shop/contract/orders/admin-values'
import { useChange } from '../../app/changes/use-change.ts'
import { ORDERS_KEY } from '../orders.queries.ts'

export const PAYMENT_LABELS: Readonly<Record<(typeof ORDER_PAYMENTS)[number], string>> = {
  unpaid: 'Not paid yet',
  cash: 'Paid in cash',
  card: 'Paid by card',
  check: 'Paid by check',
  transfer: 'Paid by bank transfer',
  other: 'Paid another way',
}

/** How an order was paid that the shop entered, or whose card payment failed; of others it is known. */
export function PaymentForm({ order }: { order: AdminOrder }) {
  const { change, isPending } = useChange(adminOrders.recordPayment, {
    done: ({ body }) => PAYMENT_LABELS[body.payment],
    refreshes: [ORDERS_KEY],
  })
  if (order.payment_problem !== null) return null
  const isByCard = order.card_payment !== null
  const value = isByCard ? '' : (order.payment ?? '')
  const unknown = value === '' ? [{ value, label: isByCard ? 'The card was not charged' : 'Unknown' }] : []
  return (
    <NativeSelect
      label="Payment"
      maw={320}
      disabled={isPending}
      value={value}
      data={[...unknown, ...ORDER_PAYMENTS.map((value) => ({ value, label: PAYMENT_LABELS[value] }))]}
      onChange={({ currentTarget }) => {
        const payment = ORDER_PAYMENTS.find((one) => one === currentTarget.value)
        if (payment === undefined) return
        change({ params: { order_id: order.order_id }, body: { payment, version: order.version } })
      }}
    />
  )
}
