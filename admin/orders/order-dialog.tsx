import { Button, Stack, Text } from '@mantine/core'
import type { Call } from '@shop/contract/http/call'
import { formatAdminMoney } from '@shop/contract/money'
import { itemLine } from '@shop/contract/order-item'
import type { AdminOrder, AdminOrderItem } from '@shop/contract/orders/admin'
import { fullName } from '@shop/contract/text/person-name'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CHANGE_KEY } from '../app/changes/changes.ts'
import { type ChangeOptions, useChange } from '../app/changes/use-change.ts'
import { ComparisonTable, Dialog, DialogActions } from '../ui/dialog.tsx'
import { focusOnAppear } from '../ui/form.tsx'
import { QuietButton } from '../ui/page.tsx'
import { ORDERS_KEY, orderQuery } from './orders.queries.ts'

/** A change of an order that is typed in a dialog, on top of the version that the dialog was opened with. */
export function useOrderChange<E extends Call>(
  endpoint: E,
  {
    order,
    done,
    onDone,
    neverWaits = false,
  }: { order: AdminOrder } & Pick<ChangeOptions<E>, 'done' | 'neverWaits'> & Required<Pick<ChangeOptions<E>, 'onDone'>>,
) {
  const base = useOrderBase(order)
  const sending = useChange(endpoint, { done, refreshes: [ORDERS_KEY], onDone, showsError: true, neverWaits })
  return {
    ...base,
    ...sending,
    isWaiting: sending.isPending || !base.isSettled,
    hasConflict: base.hasNewer && !sending.isPending,
    /** Goes on with what was typed on top of someone else's change. */
    goOn: () => {
      base.adoptNow()
      sending.reset()
    },
  }
}

export type OrderChange = Pick<
  ReturnType<typeof useOrderChange>,
  'base' | 'now' | 'error' | 'isWaiting' | 'hasConflict' | 'goOn'
>

/** The dialog of such a change, in whose place both versions stand once someone else has changed the order. */
export function OrderDialog({
  title,
  sending: { base, now, hasConflict, goOn },
  onClose,
  children,
}: {
  title: string
  sending: OrderChange
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      {hasConflict && <OrderConflict before={base} now={now} onGoOn={goOn} onGiveUp={onClose} />}
      <div hidden={hasConflict}>{children}</div>
    </Dialog>
  )
}

/**
 * The order was changed elsewhere while a form was open: what it was when the form was opened beside what it is now,
 * and what was typed stays. Nothing is made until someone decides.
 */
function OrderConflict({
  before,
  now,
  onGoOn,
  onGiveUp,
}: {
  before: AdminOrder
  now: AdminOrder
  /** Goes back to the form with what was typed, now on top of the other change. */
  onGoOn: () => void
  onGiveUp: () => void
}) {
  const differences = findDifferences(before, now)
  const latest = newestSince(before, now)
  return (
    <Stack>
      <Text ref={focusOnAppear} tabIndex={-1}>
        This order has changed since you opened it
        {latest?.actor != null && ` (${latest.actor}: ${latest.text})`}. Your change isn’t saved yet, and we’ve kept
        what you typed.
      </Text>
      <ComparisonTable
        columns={['When you started', 'Now']}
        rows={differences.map(({ label, was, is }) => ({ label, first: was, second: is }))}
      />
      <DialogActions>
        <QuietButton onClick={onGiveUp}>Discard mine</QuietButton>
        <Button onClick={onGoOn}>Keep mine</Button>
      </DialogActions>
    </Stack>
  )
}

export type OrderDifference = { label: string; was: string; is: string }

/**
 * The differences between two versions of an order, in words; an order that only got a note says so. Nothing differs where
 * what was done has been undone together with other orders, or where a shopper agreed to wait once more.
 */
export function findDifferences(before: AdminOrder, now: AdminOrder): OrderDifference[] {
  const facts: [string, (order: AdminOrder) => string][] = [
    ['Status', ({ status }) => status],
    ['Customer', fullName],
    ['Email', ({ email }) => email],
    ['Phone', ({ phone }) => phone ?? 'None'],
    ['Tracking number', ({ tracking_number }) => tracking_number ?? 'None'],
    ['Delivered on', ({ delivered_on }) => delivered_on ?? 'Unknown'],
    ['Delivery address', ({ delivery_address }) => delivery_address ?? 'None'],
    ['Payment', ({ payment }) => payment ?? 'Unknown'],
    ['Refunded', ({ refunded_cents }) => formatAdminMoney(refunded_cents)],
    ...now.items.map((item) => factOfItem(item, before)),
    ['Card payment', ({ card_payment }) => card_payment?.state ?? 'None'],
    ['Returns', ({ returns }) => returns.map(({ state }) => state).join(', ') || 'None'],
  ]
  const differences = facts.map(([label, read]) => ({ label, was: read(before), is: read(now) }))
  const newest = newestSince(before, now)
  const event = { label: 'Last event', was: before.events[0]?.text ?? 'None', is: newest?.text ?? '' }
  return [...differences.filter(({ was, is }) => was !== is), ...(newest === undefined ? [] : [event])]
}

/** The state of an item, and how many pieces it has where someone has changed some of them. */
function factOfItem(ordered: AdminOrderItem, before: AdminOrder): [string, (order: AdminOrder) => string] {
  const { order_item_id, quantity, product_name } = ordered
  const itemOf = ({ items }: AdminOrder) => items.find((item) => item.order_item_id === order_item_id)
  const isSplit = (itemOf(before)?.quantity ?? quantity) !== quantity
  if (!isSplit) return [itemLine(ordered), (order) => stateOf(itemOf(order))]
  return [product_name, (order) => `${itemOf(order)?.quantity ?? 0} ${stateOf(itemOf(order))}`]
}

function newestSince(before: AdminOrder, now: AdminOrder): AdminOrder['events'][number] | undefined {
  return now.events.find(({ at, text }) => !before.events.some((known) => known.at === at && known.text === text))
}

function stateOf(item: AdminOrderItem | undefined): string {
  if (item === undefined) return 'None'
  const states = [
    ...(item.cancellation_status === null ? [] : ['cancelled']),
    ...(item.refund_status === null ? [] : ['refunded']),
  ]
  return states.length === 0 ? 'open' : states.join(', ')
}

/** `now` where nothing differs from what a form was `opened` with, so there is nothing to decide; else that. */
export function laterWithoutDifference(opened: AdminOrder, now: AdminOrder): AdminOrder {
  return findDifferences(opened, now).length === 0 ? now : opened
}

/**
 * The version that a form stays on, so a change by someone else is noticed and shown: the one that it was opened
 * with, together with one's own changes that were still under way then.
 */
export function useOrderBase(order: AdminOrder) {
  const ownChanges = useIsMutating({ mutationKey: CHANGE_KEY })
  // The end of a change may be seen here a render before the page passes on the order that it brought.
  const { data: now = order, isFetching } = useQuery({ ...orderQuery(order.order_id), enabled: false })
  const [opened, setBase] = useState(now)
  const [isSettled, setIsSettled] = useState(ownChanges === 0)
  if (!isSettled) {
    if (opened !== now) setBase(now)
    if (ownChanges === 0) setIsSettled(true)
  }
  const [isRead, setIsRead] = useState(!isFetching)
  if (!isRead && !isFetching) setIsRead(true)
  const base = laterWithoutDifference(opened, now)
  return {
    base,
    now,
    hasNewer: isSettled && now.version !== base.version,
    /** Whether the base has all of one's own changes, and is what was read last; a change sent before would be refused. */
    isSettled: isSettled && isRead,
    adoptNow: () => setBase(now),
  }
}
