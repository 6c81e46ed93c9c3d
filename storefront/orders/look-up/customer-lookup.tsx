import type { User } from '@shop/contract/accounts/calls'
import { CallError } from '@shop/contract/http/errors'
import type { OrderListEntry } from '@shop/contract/orders/calls'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { customerErrors } from '../../accounts/customer-fields.tsx'
import { clearSession, knownCustomer, useVisitor } from '../../accounts/session-store.ts'
import { useApi } from '../../data/api.tsx'
import { type FieldBinding, SelectField, TextField } from '../../forms/field.tsx'
import { type FormErrors, useForm } from '../../forms/use-form.ts'
import { Link } from '../../router/link.tsx'
import { useLocation } from '../../router/router.tsx'
import { Alert } from '../../ui/alert.tsx'
import { CLEAR_LINK, TALL_INLINE_LINK, TALL_LINK } from '../../ui/button.tsx'
import { useOnChange } from '../../ui/effects.ts'
import { SlowNote } from '../../ui/slow-note.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { formatDate } from '../format-date.ts'
import { type Lookup, ordersQuery } from '../orders.queries.ts'
import { LookupFrame, SubmitLine } from './lookup-frame.tsx'
import type { FoundOrder } from './use-found-order.ts'

const STILL_LOADING = 'This is taking longer than usual. We’re still loading your orders.'

const EMPTY_LOOKUP: Lookup = { firstName: '', lastName: '', email: '', orderId: '' }

/** 'Your Orders': values of the account are read-only, the order is selected from a list (section 2). */
export function CustomerLookup({ user, found, wanted }: { user: User; found: FoundOrder; wanted: string }) {
  const orders = useQuery(ordersQuery(useApi(), useVisitor()))
  const orderId = preselected(orders.data ?? [], found.search?.lookup.orderId ?? wanted)
  const form = useForm<Lookup>({ initial: { ...EMPTY_LOOKUP, orderId }, fixed: knownCustomer(user), check })
  useOnChange(orders.data, () => {
    if (form.values.orderId === '' && orderId !== '') form.set({ orderId })
  })
  const nothingToFind = orders.data === undefined || orders.data.length === 0

  function handleSubmit(): void {
    if (nothingToFind) return
    if (form.checkAll()) found.find(form.values)
  }

  return (
    <LookupFrame title="Your Orders" found={found} onSubmit={handleSubmit}>
      <KnownField {...form.field('firstName')} label="First name" autoComplete="given-name" />
      <KnownField {...form.field('lastName')} label="Last name" autoComplete="family-name" />
      <KnownField {...form.field('email')} label="Email" type="email" autoComplete="email" />
      <OrderChoice orders={orders} field={form.field('orderId')} />
      <SubmitLine found={found} disabled={nothingToFind}>
        <Link to="/account" className={`text-sm ${TALL_LINK} ${CLEAR_LINK}`}>
          Your account
        </Link>
      </SubmitLine>
    </LookupFrame>
  )
}

function check(lookup: Lookup): FormErrors<Lookup> {
  return { ...customerErrors(lookup), ...(lookup.orderId === '' && { orderId: 'Please choose an order' }) }
}

/** The order in the URL, else the only one; otherwise none. */
function preselected(orders: readonly OrderListEntry[], wanted: string): string {
  if (orders.some((entry) => entry.order_id === wanted)) return wanted
  return orders.length === 1 ? (orders[0]?.order_id ?? '') : ''
}

/** Disabled (section 2); what the account lacks can be filled in. */
function KnownField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} required disabled={props.fixed} />
}

function OrderChoice({ orders, field }: { orders: UseQueryResult<OrderListEntry[]>; field: FieldBinding }) {
  const { data, error, isFetching } = orders
  // It remains failed during a retry.
  const failed = orders.isError || (data === undefined && orders.errorUpdateCount > 0)
  const retry =
    error instanceof CallError && error.status === 401 ? (
      <SignInAgain />
    ) : (
      <TryAgain
        variant="outline"
        busy={isFetching}
        onRetry={() => void orders.refetch()}
        onReplaced={() => document.getElementById(field.id)?.focus()}
      />
    )
  const failure = failed && <ListFailure waiting={isFetching}>{retry}</ListFailure>
  if (data === undefined && failure) return failure
  if (data?.length === 0) return <NoOrders>{failure}</NoOrders>
  return (
    <>
      <SelectField {...field} label="Order" required disabled={data === undefined}>
        <option value="">{data === undefined ? 'Loading your orders...' : 'Choose an order'}</option>
        {data?.map((entry) => (
          <option key={entry.order_id} value={entry.order_id}>
            {orderLabel(entry)}
          </option>
        ))}
      </SelectField>
      <SlowNote waiting={data === undefined}>{STILL_LOADING}</SlowNote>
      {failure}
    </>
  )
}

function NoOrders({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="min-h-26 self-center pb-4">
        <p>No orders found for your account</p>
        <p className="mt-1 text-sm text-ink-soft">
          To find a guest order, sign out and enter its order number. Or confirm your address to see it here, in{' '}
          <Link to="/account" className={`${TALL_INLINE_LINK} ${CLEAR_LINK}`}>
            your account
          </Link>
          .
        </p>
      </div>
      {children}
    </>
  )
}

/** Shown beside a list that is already loaded (R5). */
function ListFailure({ waiting, children }: { waiting: boolean; children: ReactNode }) {
  return (
    <div role="alert" className="col-span-full mb-5">
      <Alert action={children}>Failed to fetch your orders. Please try again later.</Alert>
      <SlowNote waiting={waiting}>{STILL_LOADING}</SlowNote>
    </div>
  )
}

/** An invalid session is removed before signing in again (R25). */
function SignInAgain() {
  const location = useLocation()
  return (
    <Link to="/login" state={{ from: location }} onClick={clearSession} className={`${TALL_LINK} ${CLEAR_LINK}`}>
      Sign In
    </Link>
  )
}

/** `Order # 17 - 11/21/2026`, the entry of the dropdown (R25). */
export function orderLabel(entry: OrderListEntry): string {
  return `Order # ${entry.order_id} - ${formatDate(entry.order_date) ?? 'N/A'}`
}
