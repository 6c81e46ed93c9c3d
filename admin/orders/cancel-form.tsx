import { Checkbox, Stack, TextInput } from '@mantine/core'
import { type AdminOrder, type AdminOrderItem, cancelByShopEndpoint, REASON_LENGTH } from '@shop/contract/admin/orders'
import { useState } from 'react'
import { doneWithMail, labelWithMail } from '../mail/mail-state.tsx'
import { DialogButton } from '../ui/dialog.tsx'
import { typed } from '../ui/form.tsx'
import { MailedChangeForm } from './mailed-change-form.tsx'
import { useOrderChange } from './order-dialog.tsx'

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
  const [itemIds, setItemIds] = useState(items.map(({ order_item_id }) => order_item_id))
  const [reason, setReason] = useState('')
  const sending = useOrderChange(cancelByShopEndpoint, {
    order,
    done: doneWithMail('Items cancelled', order),
    onDone: onClose,
  })
  const fields = { item_ids: itemIds, reason }
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
    >
      {(errors) => (
        <>
          <ItemChoice label="Items" items={items} value={itemIds} onChange={setItemIds} error={errors.item_ids} />
          <TextInput
            label="Reason, for the shopper"
            maxLength={REASON_LENGTH}
            error={errors.reason}
            {...typed(reason, setReason)}
          />
        </>
      )}
    </MailedChangeForm>
  )
}

type ItemChoiceProps = {
  label: string
  items: readonly AdminOrderItem[]
  value: string[]
  onChange: (itemIds: string[]) => void
  error: string | undefined
}

/** Chooses items of an order. */
export function ItemChoice({ label, items, value, onChange, error }: ItemChoiceProps) {
  return (
    <Checkbox.Group label={label} value={value} onChange={onChange} error={error}>
      <Stack gap={0}>
        {items.map(({ order_item_id, quantity, product_name }) => (
          <Checkbox key={order_item_id} value={order_item_id} label={`${quantity} × ${product_name}`} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
