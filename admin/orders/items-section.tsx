import { Group, Image, Stack, Text } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import { itemLine } from '@shop/contract/order-item'
import { chargeFor } from '@shop/contract/order-totals'
import type { AdminOrder, AdminOrderItem } from '@shop/contract/orders/admin'
import { useReload } from '../app/frame/connection.tsx'
import { Hint, Section } from '../ui/page.tsx'

export function ItemsSection({ order }: { order: AdminOrder }) {
  const {
    goods_cents,
    discount_code,
    discount_cents,
    delivery_cents,
    tax_cents,
    paid_cents,
    refunded_cents,
    channel,
    card_payment,
  } = order
  // Of an order that was entered by hand no one said whether it is paid; of a card payment a section of its own says it.
  const total = channel === 'online' && card_payment === null ? 'Paid' : 'Total'
  const sums = [
    ['Subtotal', goods_cents + discount_cents],
    ...(discount_code === null ? [] : [[`Discount code ${discount_code}`, -discount_cents] as const]),
    ['Delivery', delivery_cents],
    ['Sales tax', tax_cents],
    [total, paid_cents],
    ...totalAfterCancellations(order),
    ...(refunded_cents > 0 && card_payment === null ? [['Refunded', refunded_cents] as const] : []),
  ] as const
  return (
    <Section title="Items">
      <Stack gap="md">
        {order.items.map((item) => (
          <ItemLine key={item.order_item_id} item={item} />
        ))}
        <Stack gap={4}>
          {sums.map(([label, cents]) => (
            <Group key={label} justify="space-between">
              <Text c="dimmed">{label}</Text>
              <Text fw={label === total ? 600 : 400}>{formatAdminMoney(cents)}</Text>
            </Group>
          ))}
        </Stack>
      </Stack>
    </Section>
  )
}

/** The total without cancelled items, where that differs; no line when all were cancelled. */
export function totalAfterCancellations(order: AdminOrder): readonly (readonly [string, number])[] {
  const { total } = chargeFor(order)
  const isPartly = order.items.some(({ cancellation_status }) => cancellation_status !== null) && total > 0
  return isPartly ? [['Total after cancellations', total]] : []
}

function ItemLine({ item }: { item: AdminOrderItem }) {
  const state = describeItemState(item)
  const { key, onError } = useReload()
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      {item.image_url !== null && (
        <Image key={key} src={item.image_url} alt="" w={64} h={64} radius="md" onError={onError} />
      )}
      <div className="anywhere">
        <Text fw={600}>{itemLine(item)}</Text>
        <Hint>
          {formatAdminMoney(item.price_cents)} each
          {item.discount_cents > 0 && `, ${formatAdminMoney(item.discount_cents)} off by the code`}
        </Hint>
        {state !== null && <Text c="brick">{state}</Text>}
        {item.cancellation_details !== null && <Text fz="sm">“{item.cancellation_details}”</Text>}
      </div>
    </Group>
  )
}

/** For example `Cancelled: Changed My Mind. Refunded.` A reason may be a sentence already. */
export function describeItemState({
  cancellation_status,
  refund_status,
  cancellation_reason,
}: AdminOrderItem): string | null {
  const reason = cancellation_reason === null ? '' : `: ${cancellation_reason.trim()}`
  const parts = [
    ...(cancellation_status === null ? [] : [/[.!?]$/.test(reason) ? `Cancelled${reason}` : `Cancelled${reason}.`]),
    ...(refund_status === null ? [] : ['Refunded.']),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}
