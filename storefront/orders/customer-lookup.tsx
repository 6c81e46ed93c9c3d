import type { User } from '@shop/contract/accounts'
import { CallError } from '@shop/contract/errors'
import type { OrderListEntry } from '@shop/contract/orders'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react'
import { customerErrors } from '../accounts/customer-fields.tsx'
import { clearSession, knownCustomer, useVisitor } from '../accounts/session-store.ts'
import { useApi } from '../data/api.tsx'
import { type FieldBinding, SelectField, TextField } from '../forms/field.tsx'
import { type FormErrors, useForm } from '../forms/use-form.ts'
import { Link } from '../router/link.tsx'
import { useLocation } from '../router/router.tsx'
import { CLEAR_LINK, TALL_INLINE_LINK, TALL_LINK } from '../ui/button.tsx'
import { SlowNote } from '../ui/slow-note.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import { formatDate } from './format-date.ts'
import { LookupFrame, SubmitLine } from './lookup-frame.tsx'
import { type Lookup, ordersQuery } from './orders.queries.ts'
import type { FoundOrder } from './use-found-order.ts'

type CustomerLookupProps = { user: User; found: FoundOrder; wanted: string }

const STILL_LOADING = 'This takes longer than usual. We are still loading your orders.'

const EMPTY: Lookup = { firstName: '', lastName: '', email: '', orderId: '' }

/** 'Your Orders': values of the account are read-only, the order is selected from a list (section 2). */
export function CustomerLookup({ user, found, wanted }: CustomerLookupProps) {
  const orders = useQuery(ordersQuery(useApi(), useVisitor()))
  const form = useForm<Lookup>({ initial: EMPTY, fixed: knownCustomer(user), check })
  usePreselection(orders.data, (list) => {
    const orderId = preselected(list, found.search?.lookup.orderId ?? wanted)
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
      <KnownField {...form.field('email')} label="E-mail" type="email" autoComplete="email" />
      <OrderChoice
        orders={orders.data}
        failed={orders.isError || (orders.data === undefined && orders.errorUpdateCount > 0)}
        signedOut={orders.error instanceof CallError && orders.error.status === 401}
        retrying={orders.isFetching}
        onRetry={() => void orders.refetch()}
        field={form.field('orderId')}
      />
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

/** Called with the customer's orders when they are loaded or have changed. */
function usePreselection(
  orders: readonly OrderListEntry[] | undefined,
  preselect: (orders: readonly OrderListEntry[]) => void,
): void {
  const handleOrders = useEffectEvent(preselect)
  useEffect(() => {
    if (orders !== undefined) handleOrders(orders)
  }, [orders])
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

type OrderChoiceProps = {
  orders: readonly OrderListEntry[] | undefined
  /** The last call failed; remains true during a retry. */
  failed: boolean
  signedOut: boolean
  retrying: boolean
  onRetry: () => void
  field: FieldBinding
}

function OrderChoice({ orders, failed, signedOut, retrying, onRetry, field }: OrderChoiceProps) {
  const retry = signedOut ? (
    <SignInAgain />
  ) : (
    <TryAgain
      variant="quiet"
      busy={retrying}
      onRetry={onRetry}
      onReplaced={() => document.getElementById(field.id)?.focus()}
    />
  )
  const failure = failed && <ListFailure waiting={retrying}>{retry}</ListFailure>
  if (orders === undefined && failure) return failure
  if (orders?.length === 0) return <NoOrders>{failure}</NoOrders>
  return (
    <>
      <SelectField {...field} label="Order" required disabled={orders === undefined}>
        <option value="">{orders === undefined ? 'Loading your orders...' : 'Choose an order'}</option>
        {orders?.map((entry) => (
          <option key={entry.order_id} value={entry.order_id}>
            {orderLabel(entry)}
          </option>
        ))}
      </SelectField>
      <SlowNote waiting={orders === undefined}>{STILL_LOADING}</SlowNote>
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
          What you ordered as a guest is found by its order number, after signing out; or here, once your address is
          confirmed in{' '}
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
    <div role="alert" className="mb-5 min-h-26">
      <p className="font-medium text-brick">Failed to fetch your orders. Please try again later.</p>
      <div className="-ml-5">{children}</div>
      <SlowNote waiting={waiting}>{STILL_LOADING}</SlowNote>
    </div>
  )
}

/** An invalid session is removed before signing in again (R25). */
function SignInAgain() {
  const location = useLocation()
  return (
    <Link
      to="/login"
      state={{ from: location }}
      onClick={clearSession}
      className="ml-5 inline-flex min-h-11 items-center font-medium text-clay underline underline-offset-4"
    >
      Sign In
    </Link>
  )
}

/** `Order # 17 - 11/21/2026`, the entry of the dropdown (R25). */
export function orderLabel(entry: OrderListEntry): string {
  return `Order # ${entry.order_id} - ${formatDate(entry.order_date) ?? 'N/A'}`
}
