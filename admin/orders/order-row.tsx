import { Text } from '@mantine/core'
import type { ListedOrder } from '@shop/contract/admin/orders'
import { formatMoney } from '@shop/contract/money'
import { Link } from 'react-router'
import { EmailText } from '../ui/email-text.tsx'
import { formatOrderNumber } from '../ui/format-order-number.ts'
import { formatDay } from '../ui/format-time.ts'
import { OrderBadges } from './order-badges.tsx'
import classes from './order-row.module.css'

/** An order in the list: a card on phones, a line with columns from 1024 px on. */
export function OrderRow({ order }: { order: ListedOrder }) {
  return (
    <Link to={`/orders/${order.order_id}`} className={classes.row ?? ''}>
      <Text fw={600} className={classes.number}>
        {formatOrderNumber(order.order_id)}
      </Text>
      <Text className={classes.total}>{formatMoney(order.total_cents)}</Text>
      <div className={classes.who}>
        <Text>{order.name}</Text>
        <Text c="dimmed" fz="sm">
          {order.email === '' ? (order.phone ?? 'No e-mail address') : <EmailText email={order.email} />}
        </Text>
      </div>
      <Text c="dimmed" fz="sm" className={classes.when}>
        {formatDay(order.order_date)}
      </Text>
      <div className={classes.state}>
        <OrderBadges
          status={order.status}
          channel={order.channel}
          toPayBack={order.to_pay_back}
          isUnpaid={order.payment === 'unpaid'}
        />
      </div>
    </Link>
  )
}
