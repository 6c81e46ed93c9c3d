import { Badge, Group } from '@mantine/core'
import type { ListedOrder } from '@shop/contract/orders/admin'
import { CHANNEL_LABELS } from '@shop/contract/orders/admin-values'
import { capitalize } from '../ui/format.ts'

const STATUS_COLORS: Readonly<Record<string, string>> = {
  processing: 'clay',
  shipped: 'moss',
  delivered: 'moss',
  cancelled: 'brick',
  refunded: 'brick',
}

/** The fields of an order that the list and its page share. */
type OrderBadgesProps = { order: Pick<ListedOrder, 'status' | 'channel' | 'payment' | 'to_pay_back' | 'to_charge'> }

/** The status of an order, where it came in unless online, and whether money is to be paid, or refunded. */
export function OrderBadges({ order: { status, channel, payment, to_pay_back, to_charge } }: OrderBadgesProps) {
  return (
    <Group gap="xs">
      <Badge color={to_charge ? 'brick' : (STATUS_COLORS[status] ?? 'ink')}>
        {to_charge ? `${capitalize(status)}, not yet paid` : capitalize(status)}
      </Badge>
      {to_pay_back && <Badge color="amber">To refund</Badge>}
      {payment === 'unpaid' && <Badge color="amber">Not paid</Badge>}
      {channel !== 'online' && <Badge variant="outline">{CHANNEL_LABELS[channel]}</Badge>}
    </Group>
  )
}
