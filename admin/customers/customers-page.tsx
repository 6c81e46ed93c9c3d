import { Badge, Text, TextInput } from '@mantine/core'
import type { ListedCustomer } from '@shop/contract/customers/admin'
import { formatAdminMoney } from '@shop/contract/money'
import { formatCount } from '@shop/contract/text/plural'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { useListAddress } from '../app/use-list-address.ts'
import { PagedList } from '../ui/list/list.tsx'
import { Hint, Page } from '../ui/page.tsx'
import { formatDay } from '../ui/time.ts'
import { customerPath, customersQuery } from './customers.queries.ts'
import classes from './customers-page.module.css'

export { CustomersPage as Component }

export function loader({ request }: LoaderFunctionArgs) {
  void queryClient.prefetchInfiniteQuery(customersQuery(wantedIn(new URL(request.url).searchParams)))
}

/** Everyone who has ordered, has an account, has written or waits for something. */
function CustomersPage() {
  const { params, setLater, fieldKey } = useListAddress()
  const q = wantedIn(params)
  return (
    <Page title="Customers">
      <TextInput
        type="search"
        label="Find a person"
        description="Name, email or order number. The first few characters are enough."
        key={fieldKey}
        defaultValue={q}
        maxLength={200}
        onChange={(event) => setLater({ q: event.currentTarget.value.trim() })}
        mb="md"
      />
      <PagedList
        query={useInfiniteQuery(customersQuery(q))}
        rowsOf={({ customers }) => customers}
        loading="Loading customers"
        empty={
          q === ''
            ? 'There are no customers yet.'
            : `No one matches “${q}”. Look under Orders for customers without an email address.`
        }
        label="Customers"
        keyOf={({ email }) => email}
        estimatedHeight={88}
      >
        {(customer) => <CustomerRow customer={customer} />}
      </PagedList>
    </Page>
  )
}

/** A person in the list: a card on phones, a line with columns from 1024 px on. */
function CustomerRow({ customer }: { customer: ListedCustomer }) {
  const { email, name, has_account, orders, ordered_cents, last_ordered_on } = customer
  return (
    <Link to={customerPath(email)} className={`link-row ${classes.row}`}>
      <div>
        <Text fw={600}>{name === '' ? email : name}</Text>
        {name !== '' && <Hint>{email}</Hint>}
      </div>
      <div>{has_account && <Badge color="moss">Account</Badge>}</div>
      <Hint>
        {orders === 0 ? 'No orders' : formatCount(orders, 'order')}
        {last_ordered_on !== null && `, last ${formatDay(last_ordered_on)}`}
      </Hint>
      <Text className={classes.sum}>{orders > 0 && formatAdminMoney(ordered_cents)}</Text>
    </Link>
  )
}

function wantedIn(search: URLSearchParams): string {
  return search.get('q')?.slice(0, 200) ?? ''
}
