import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { hasLeft } from '@shop/contract/orders/has-left'
import { type CardPayment, isToBeCharged, type PaymentOperation } from '@shop/contract/payments/card-payment'
import { nameAtGateway } from '@shop/contract/payments/payment-key'
import { controlPanelOf } from '@shop/contract/payments/provider-name'
import { useChange } from '../../app/changes/use-change.ts'
import { Hint, Section } from '../../ui/page.tsx'
import { useNow } from '../../ui/time.ts'
import { ORDERS_KEY } from '../orders.queries.ts'
import { describeDispute, describeOperation, describePayment, releasedOf } from './payment-words.ts'

/** The card payment of an order: what is reserved, charged and refunded, and what the gateway was asked for. */
export function CardPaymentSection({ order, payment }: { order: AdminOrder; payment: CardPayment }) {
  const { badge, color, text } = describePayment(payment, useNow())
  const { card, authorized_cents, captured_cents, refunded_cents, waiting_cents, disputes, operations } = payment
  const released = releasedOf(payment)
  const sums = [
    ['Reserved', authorized_cents],
    ...(released > 0 ? [['Released', released] as const] : []),
    ['Charged', captured_cents],
    ['Refunded', refunded_cents],
    ...(waiting_cents > 0 ? [['Refund pending', waiting_cents] as const] : []),
  ] as const
  return (
    <Section title="Card payment">
      <Stack gap="sm">
        <Group gap="xs">
          <Badge color={color}>{badge}</Badge>
          {card !== null && (
            <Text>
              {card.brand} ending in {card.last_four}
            </Text>
          )}
        </Group>
        <Text>{text}</Text>
        <Stack gap={4}>
          {sums.map(([label, cents]) => (
            <Group key={label} justify="space-between">
              <Text c="dimmed">{label}</Text>
              <Text>{formatAdminMoney(cents)}</Text>
            </Group>
          ))}
        </Stack>
        {disputes.map((dispute) => (
          <Text key={`${dispute.state} ${dispute.amount_cents}`} c="brick">
            {describeDispute(dispute)}
          </Text>
        ))}
        <Stack component="ol" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Requests to the gateway">
          {operations.map((operation) => (
            <OperationLine key={operation.id} operation={operation} />
          ))}
        </Stack>
        <ChargeAgain order={order} payment={payment} />
        <Hint className="anywhere">
          Its ID in {controlPanelOf(payment.provider)} is {nameAtGateway(payment.reference)}.
        </Hint>
      </Stack>
    </Section>
  )
}

/** For an order that has left without being charged; not there otherwise. */
function ChargeAgain({ order, payment }: { order: AdminOrder; payment: CardPayment }) {
  const { change, isPending } = useChange(adminOrders.chargeAgain, {
    done: 'The card is being charged again',
    refreshes: [ORDERS_KEY],
    neverWaits: true,
  })
  if (!hasLeft(order) || !isToBeCharged(payment.state, payment.operations)) return null
  return (
    <Group>
      <Button
        loading={isPending}
        onClick={() => change({ params: { order_id: order.order_id }, body: { version: order.version } })}
      >
        Charge again
      </Button>
    </Group>
  )
}

function OperationLine({ operation }: { operation: PaymentOperation }) {
  const { name, badge, color, text } = describeOperation(operation)
  return (
    <li>
      <Group gap="xs">
        <Text fz="sm">
          {name} {formatAdminMoney(operation.amount_cents)}
        </Text>
        <Badge color={color}>{badge}</Badge>
      </Group>
      {text !== '' && <Hint>{text}</Hint>}
    </li>
  )
}
