import { Badge, Group } from '@mantine/core'
import type { AdminOrder } from '@shop/contract/admin/orders'
import { capitalize } from '../ui/format.ts'

const COLORS: Readonly<Record<string, string>> = {
  processing: 'clay',
  shipped: 'moss',
  delivered: 'moss',
  cancelled: 'brick',
  refunded: 'brick',
}

const CHANNELS: Readonly<Record<AdminOrder['channel'], string | null>> = {
  online: null,
  phone: 'By phone',
  fair: 'At a fair',
}

type OrderBadgesProps = { status: string; channel: AdminOrder['channel']; toPayBack?: boolean; isUnpaid?: boolean }

/** The status of an order, where it came in unless online, and whether money is to be paid, or paid back. */
export function OrderBadges({ status, channel, toPayBack = false, isUnpaid = false }: OrderBadgesProps) {
  return (
    <Group gap="xs">
      <Badge color={COLORS[status] ?? 'ink'}>{capitalize(status)}</Badge>
      {toPayBack && <Badge color="amber">To pay back</Badge>}
      {isUnpaid && <Badge color="amber">Not paid</Badge>}
      {CHANNELS[channel] !== null && <Badge variant="outline">{CHANNELS[channel]}</Badge>}
    </Group>
  )
}
