import { Text } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import type { ListedOrder } from '@shop/contract/orders/admin'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatOrderNumber } from '../ui/format.ts'
import { Hint } from '../ui/page.tsx'
import { formatDay } from '../ui/time.ts'
import { OrderBadges } from './order-badges.tsx'
import classes from './order-row.module.css'

type OrderRowProps = {
  order: ListedOrder
  /** Stands for the name and email address. */
  children?: ReactNode
}

/** An order in a list: a card where that is narrow, a line with columns where there is room. */
export function OrderRow({ order, children }: OrderRowProps) {
  return (
    <Link to={`/orders/${order.order_id}`} className={classes.row ?? ''}>
      <div className={classes.columns}>
        <Text fw={600} className={classes.number}>
          {formatOrderNumber(order.order_id)}
        </Text>
        <Text className={classes.total}>{formatAdminMoney(order.total_cents)}</Text>
        <div className={classes.who}>{children ?? <Shopper order={order} />}</div>
        <Hint className={classes.when}>{formatDay(order.order_date)}</Hint>
        <div className={classes.state}>
          <OrderBadges order={order} />
        </div>
      </div>
    </Link>
  )
}

function Shopper({ order: { name, email, phone } }: { order: ListedOrder }) {
  return (
    <>
      <Text>{name}</Text>
      <Hint>{email === '' ? (phone ?? 'No email address') : <EmailText email={email} />}</Hint>
    </>
  )
}

/** An e-mail address that breaks before its @ where a line has no room for all of it. */
function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, Math.max(at, 0))}
      <wbr />
      {email.slice(Math.max(at, 0))}
    </>
  )
}
