import { Alert, Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type Cents, formatAdminMoney, formatDollars, parseDollars } from '@shop/contract/money'
import { itemLine } from '@shop/contract/order-item'
import type { PaidFor } from '@shop/contract/order-totals'
import { type AdminOrder, type AdminOrderItem, adminOrders } from '@shop/contract/orders/admin'
import { NOTE_LENGTH, REASON_LENGTH } from '@shop/contract/orders/admin-values'
import { dueForItems, dueForReturn, itemsReturnedWhole } from '@shop/contract/orders/refund-proposal'
import { splitLines } from '@shop/contract/orders/split-lines'
import type { CardPayment } from '@shop/contract/payments/card-payment'
import { isOpenDispute } from '@shop/contract/payments/disputes'
import { controlPanelOf, type WireProvider } from '@shop/contract/payments/provider-name'
import type { AdminReturn } from '@shop/contract/returns/admin'
import { isShopsError } from '@shop/contract/returns/calls'
import { plural } from '@shop/contract/text/plural'
import { useState } from 'react'
import { doneWithMail, labelWithMail, onItsWay } from '../../mail/mail-state.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { typed } from '../../ui/form.tsx'
import { Hint } from '../../ui/page.tsx'
import { MailedChangeForm } from '../mailed-change-form.tsx'
import { useOrderChange } from '../order-dialog.tsx'
import { returnedItems } from '../returns/returned-items.ts'

/** Pays an amount back, for a return or in general; not there once everything is refunded. */
export function RefundForm({ order, asked = null }: { order: AdminOrder; asked?: AdminReturn | null }) {
  if (order.left_cents <= 0) return null
  return (
    <DialogButton label="Refund" {...(asked === null ? {} : { subject: `return ${asked.return_id}` })}>
      {(close) => <RefundModal order={order} asked={asked} onClose={close} />}
    </DialogButton>
  )
}

/** The order without what was never paid, since it was cancelled before. */
function paidPart(order: AdminOrder): AdminOrder {
  return { ...order, items: order.items.filter(({ order_item_id }) => !order.unpaid_items.includes(order_item_id)) }
}

/** The pieces of the chosen items. What was typed for others is kept in the form, and not sent. */
function quantitiesOf(itemIds: readonly string[], typed: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(typed).filter(([id]) => itemIds.includes(id)))
}

/** The order reduced to the chosen items and numbers of pieces. */
function splitBy(order: AdminOrder, quantities: Record<string, number>): AdminOrder {
  const chosen = new Map(Object.entries(quantities))
  return { ...order, items: splitLines(order.items, chosen, ({ order_item_id }) => `${order_item_id} rest`) }
}

/** Items of returns, whose pieces are refunded with the return. */
function returnedIds({ returns }: AdminOrder): string[] {
  return returns.flatMap(({ items }) => items.map(({ order_item_id }) => order_item_id))
}

type RefundModalProps = { order: AdminOrder; asked: AdminReturn | null; onClose: () => void }

function RefundModal({ order, asked, onClose }: RefundModalProps) {
  const part = paidPart(order)
  const items = part.items.filter(({ refund_status }) => refund_status === null)
  const cancelled = items.filter(({ cancellation_status }) => cancellation_status !== null)
  const left = order.left_cents
  const [itemIds, setItemIds] = useState(() =>
    asked === null
      ? cancelled.map(({ order_item_id }) => order_item_id)
      : itemsReturnedWhole(items, { returns: order.returns, current: asked }),
  )
  const [typedPieces, setTypedPieces] = useState<Record<string, number>>({})
  const quantities = quantitiesOf(itemIds, typedPieces)
  const paid = dueForItems(splitBy(part, quantities), itemIds)
  // Follows the chosen items until someone types.
  const [typedAmount, setTypedAmount] = useState(() => asked && suggestAmount(dueForReturn(part, asked), left))
  const amount = typedAmount ?? suggestAmount(paid, left)
  const [note, setNote] = useState('')
  const disputed = openDisputeOf(order)
  const [isConfirmed, setIsConfirmed] = useState(false)
  const isCard = order.card_payment !== null
  const sending = useOrderChange(adminOrders.refundOrder, {
    order,
    done: doneWithMail(isCard ? onItsWay('The money') : 'Recorded as refunded', order),
    onDone: onClose,
    neverWaits: isCard,
  })
  // An amount that cannot be read is sent as 0, which the shop refuses beside the field.
  const amount_cents = parseDollars(amount) ?? 0
  const return_id = asked?.return_id ?? null
  const isLess = asked !== null && amount_cents < Math.min(left, dueForReturn(part, asked).total)
  const fields = { amount_cents, item_ids: itemIds, quantities, note, return_id, despite_dispute: isConfirmed }
  return (
    <MailedChangeForm
      order={order}
      title="Refund"
      confirm={labelWithMail(`${isCard ? 'Refund' : 'Record'} ${formatAdminMoney(fields.amount_cents)}`, order)}
      change={{ change: 'refund', ...fields }}
      sending={sending}
      onConfirm={() =>
        sending.change({ params: { order_id: order.order_id }, body: { ...fields, version: sending.base.version } })
      }
      onClose={onClose}
      fields={['despite_dispute', 'amount_cents', 'item_ids', 'quantities', 'note']}
    >
      {(errors) => (
        <>
          {disputed !== undefined && (
            <Alert
              color="brick"
              variant="light"
              title={`${formatAdminMoney(disputed.amount_cents)} of this payment is disputed`}
            >
              <Stack gap="sm">
                <Text fz="sm">{paidTwiceWarning(order.card_payment?.provider ?? null)}</Text>
                <Checkbox
                  label="Refund anyway"
                  checked={isConfirmed}
                  onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
                  error={errors.despite_dispute === undefined ? null : 'Please confirm'}
                />
              </Stack>
            </Alert>
          )}
          <TextInput
            label="Amount in dollars"
            description={`At most ${formatAdminMoney(left)}. ${isCard ? TO_CARD : 'This only records the refund: send the money yourself.'}`}
            inputMode="decimal"
            data-autofocus
            error={errors.amount_cents}
            {...typed(amount, setTypedAmount)}
          />
          <ItemChoice
            label="Items to refund"
            items={items}
            value={itemIds}
            onChange={setItemIds}
            error={errors.item_ids ?? errors.quantities}
            {...(asked === null && {
              pieces: { quantities: typedPieces, onChange: setTypedPieces, fixed: returnedIds(order) },
            })}
          />
          {asked !== null && <Hint>{describeReturn(part, asked)}</Hint>}
          {asked === null && paid.total > 0 && <Hint>{describePaid(paid)}</Hint>}
          {order.card_payment?.state === 'submitted' && <Hint>{UNSETTLED_NOTE}</Hint>}
          <Textarea
            label={isLess ? 'Why you’re refunding less (shown to the shopper)' : 'Note to the shopper (optional)'}
            required={isLess}
            maxLength={NOTE_LENGTH}
            error={errors.note}
            {...typed(note, setNote)}
          />
        </>
      )}
    </MailedChangeForm>
  )
}

/** A dispute by which the bank may still take the payment back. */
function openDisputeOf({ card_payment }: AdminOrder): CardPayment['disputes'][number] | undefined {
  return card_payment?.disputes.find(({ kind, state }) => isOpenDispute({ kind, status: state }))
}

function paidTwiceWarning(provider: WireProvider): string {
  return `The shopper’s bank may reverse the charge too, and then you pay twice. To agree with the shopper, accept the dispute in ${controlPanelOf(provider)}: that refunds the money automatically.`
}
const TO_CARD = 'We refund the card after ten seconds. You can undo it until then, but not change it later.'
const UNSETTLED_NOTE =
  'The bank settles the charge overnight. Until then, only a full refund of an unshipped order is immediate. Anything else waits.'

/** The amount paid for the chosen items, at most what is left; empty without any. */
function suggestAmount({ total }: PaidFor, left: Cents): string {
  return total === 0 ? '' : formatDollars(Math.min(total, left))
}

function describeReturn(order: AdminOrder, asked: AdminReturn): string {
  const shipping = isShopsError(asked.reason)
    ? 'It was the shop’s error: the original shipping is refunded with the last items.'
    : 'Original shipping isn’t refunded.'
  const what = returnedItems(order, asked).map(itemLine)
  return `For the return of ${what.join(', ')}. ${describePaid(dueForReturn(order, asked))} ${shipping}`
}

/** For example `Paid for these: $48.00 for items + $4.33 sales tax = $52.33.` */
function describePaid({ goods, tax, delivery, total }: PaidFor): string {
  const parts = [
    `${formatAdminMoney(goods)} for items`,
    ...(tax === 0 ? [] : [`${formatAdminMoney(tax)} sales tax`]),
    ...(delivery === 0 ? [] : [`${formatAdminMoney(delivery)} delivery`]),
  ]
  return `Paid for these: ${parts.join(' + ')}${plural(parts.length, '', ` = ${formatAdminMoney(total)}`)}.`
}

/** Cancels items of an order; not there when none can be cancelled. */
export function CancelForm({ order }: { order: AdminOrder }) {
  const cancellable = order.items.filter(
    ({ cancellation_status, refund_status }) => cancellation_status === null && refund_status === null,
  )
  if (order.cancel_problem !== null) return null
  return (
    <DialogButton label="Cancel items">
      {(close) => <CancelModal order={order} items={cancellable} onClose={close} />}
    </DialogButton>
  )
}

type CancelModalProps = { order: AdminOrder; items: AdminOrder['items']; onClose: () => void }

function CancelModal({ order, items, onClose }: CancelModalProps) {
  // Of several no one cancels one by mistake.
  const [itemIds, setItemIds] = useState(items.length > 1 ? [] : items.map(({ order_item_id }) => order_item_id))
  const [typedPieces, setTypedPieces] = useState<Record<string, number>>({})
  const [reason, setReason] = useState('')
  const sending = useOrderChange(adminOrders.cancelByShop, {
    order,
    done: doneWithMail('Items cancelled', order),
    onDone: onClose,
  })
  const fields = { item_ids: itemIds, quantities: quantitiesOf(itemIds, typedPieces), reason }
  return (
    <MailedChangeForm
      order={order}
      title="Cancel items"
      confirm={labelWithMail('Cancel items', order)}
      change={{ change: 'cancel', ...fields }}
      sending={sending}
      onConfirm={() =>
        sending.change({ params: { order_id: order.order_id }, body: { ...fields, version: sending.base.version } })
      }
      onClose={onClose}
      fields={['item_ids', 'quantities', 'reason']}
    >
      {(errors) => (
        <>
          <ItemChoice
            label="Items"
            items={items}
            value={itemIds}
            onChange={setItemIds}
            error={errors.item_ids ?? errors.quantities}
            pieces={{ quantities: typedPieces, onChange: setTypedPieces, fixed: [] }}
          />
          <TextInput
            label="Reason (shown to the shopper)"
            required
            maxLength={REASON_LENGTH}
            error={errors.reason}
            {...typed(reason, setReason)}
          />
        </>
      )}
    </MailedChangeForm>
  )
}

type ChosenPieces = {
  /** By item, where fewer pieces are meant than it has. */
  quantities: Record<string, number>
  onChange: (quantities: Record<string, number>) => void
  /** Items that are chosen whole. */
  fixed: readonly string[]
}

type ItemChoiceProps = {
  label: string
  items: readonly Pick<AdminOrderItem, 'order_item_id' | 'quantity' | 'product_name'>[]
  value: string[]
  onChange: (itemIds: string[]) => void
  error: string | undefined
  /** Lets fewer pieces of an item be chosen than it has. */
  pieces?: ChosenPieces
}

export function ItemChoice({ label, items, value, onChange, error, pieces }: ItemChoiceProps) {
  const divisible = items.filter(
    ({ order_item_id, quantity }) =>
      quantity > 1 && value.includes(order_item_id) && !(pieces?.fixed ?? []).includes(order_item_id),
  )
  return (
    <>
      <Checkbox.Group label={label} value={value} onChange={onChange} error={error}>
        <Stack gap={0}>
          {items.map((item) => (
            <Checkbox key={item.order_item_id} value={item.order_item_id} label={itemLine(item)} />
          ))}
        </Stack>
      </Checkbox.Group>
      {pieces !== undefined &&
        divisible.map(({ order_item_id, quantity, product_name }) => (
          <NativeSelect
            key={order_item_id}
            label={`Quantity of ${product_name}`}
            value={String(Math.min(pieces.quantities[order_item_id] ?? quantity, quantity))}
            data={Array.from({ length: quantity }, (_, index) => String(index + 1))}
            onChange={(event) => {
              const { [order_item_id]: _, ...others } = pieces.quantities
              const count = Number(event.currentTarget.value)
              pieces.onChange(count === quantity ? others : { ...others, [order_item_id]: count })
            }}
          />
        ))}
    </>
  )
}
