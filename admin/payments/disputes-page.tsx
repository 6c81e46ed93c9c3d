import { Badge, Text } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import type { ListedDispute } from '@shop/contract/payments/disputes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { formatOrderNumber } from '../ui/format.ts'
import { PagedList } from '../ui/list/list.tsx'
import { BackLink, Hint, Page } from '../ui/page.tsx'
import { formatDay } from '../ui/time.ts'
import { describeDispute, reasonOf } from './dispute-words.ts'
import classes from './payments.module.css'
import { disputesQuery } from './payments.queries.ts'

export { DisputesPage as Component }

export const loader = () => void queryClient.prefetchInfiniteQuery(disputesQuery)

function DisputesPage() {
  return (
    <Page title="Disputes">
      <BackLink to="/payments">Payments</BackLink>
      <PagedList
        query={useInfiniteQuery(disputesQuery)}
        rowsOf={({ disputes }) => disputes}
        loading="Loading disputes"
        empty="No disputes yet."
        label="Disputes"
        keyOf={({ id }) => id}
        estimatedHeight={96}
      >
        {(dispute) => <DisputeRow dispute={dispute} />}
      </PagedList>
    </Page>
  )
}

function DisputeRow({ dispute }: { dispute: ListedDispute }) {
  const { id, order_id, amount_cents, state, reply_by } = dispute
  const { badge, color } = describeDispute(dispute)
  return (
    <Link to={`/payments/disputes/${encodeURIComponent(id)}`} className="link-row">
      <Text fw={600}>{formatAdminMoney(amount_cents)}</Text>
      <Badge color={color}>{badge}</Badge>
      <Text className={classes.wide}>
        {order_id === null ? 'Without an order' : `Order ${formatOrderNumber(order_id)}`}: {reasonOf(dispute)}
      </Text>
      {state === 'open' && reply_by !== null && <Hint className={classes.wide}>Answer by {formatDay(reply_by)}</Hint>}
    </Link>
  )
}
