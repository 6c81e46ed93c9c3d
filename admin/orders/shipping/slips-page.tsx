import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { queryClient } from '../../app/query-client.ts'
import { formatOrderNumber } from '../../ui/format.ts'
import { BackLink, Page } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { dueQuery } from '../orders.queries.ts'
import { parseDueFilter } from './shipping-page.tsx'
import classes from './slip-page.module.css'
import { Slip } from './slip-page.tsx'

export { SlipsPage as Component }

export const loader = ({ request }: LoaderFunctionArgs) =>
  void queryClient.prefetchQuery(dueQuery(parseDueFilter(new URL(request.url).searchParams)))

/** The packing slips of all that is to go out, a sheet each, in one print. */
function SlipsPage() {
  const [search] = useSearchParams()
  const due = parseDueFilter(search)
  return (
    <Page
      title="Packing slips"
      actions={
        <Button className={classes.screenOnly} onClick={() => window.print()}>
          Print all
        </Button>
      }
    >
      <BackLink to={`/orders/shipping?due=${due}`}>Orders to ship</BackLink>
      <Loaded query={useQuery(dueQuery(due))} label="Loading the packing slips">
        {({ orders, shop }) =>
          orders.length === 0 ? (
            <EmptyState text="There’s nothing to pack." />
          ) : (
            orders.map((order) => (
              <section key={order.order_id} className={classes.sheet} aria-labelledby={`slip-${order.order_id}`}>
                <Title order={2} id={`slip-${order.order_id}`} fz="1.25rem" mb="sm">
                  Packing slip {formatOrderNumber(order.order_id)}
                </Title>
                <Slip order={{ ...order, shop }} />
              </section>
            ))
          )
        }
      </Loaded>
    </Page>
  )
}
