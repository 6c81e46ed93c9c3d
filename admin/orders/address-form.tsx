import { Textarea } from '@mantine/core'
import { ADDRESS_LENGTH, type AdminOrder, correctAddressEndpoint } from '@shop/contract/admin/orders'
import { useState } from 'react'
import { WaitingLine } from '../app/connection.tsx'
import { DialogButton, DialogForm } from '../ui/dialog.tsx'
import { linesHigh, typed } from '../ui/form.tsx'
import { OrderDialog, useOrderChange } from './order-dialog.tsx'

/** Adds, corrects or removes the address that an order is sent to. */
export function AddressForm({ order }: { order: AdminOrder }) {
  const title = order.delivery_address === null ? 'Add a delivery address' : 'Correct the address'
  return (
    <DialogButton label={title}>
      {(close) => <AddressDialog order={order} title={title} onClose={close} />}
    </DialogButton>
  )
}

function AddressDialog({ order, title, onClose }: { order: AdminOrder; title: string; onClose: () => void }) {
  const [address, setAddress] = useState(order.delivery_address ?? '')
  const sending = useOrderChange(correctAddressEndpoint, {
    order,
    done: ({ body }) => (body.delivery_address.trim() === '' ? 'Delivery address removed' : 'Delivery address saved'),
    onDone: onClose,
  })
  const { change, base, isWaiting, failure, errors } = sending
  return (
    <OrderDialog title={title} sending={sending} onClose={onClose}>
      <DialogForm
        confirm="Save the address"
        isPending={isWaiting}
        failure={errors.delivery_address === undefined ? failure : null}
        onSubmit={() => {
          const body = { delivery_address: address, version: base.version }
          change({ params: { order_id: order.order_id }, body })
        }}
        onClose={onClose}
      >
        <Textarea
          label="Delivery address"
          description="Street, city, state and ZIP code, for the packing slip. The shopper gets no mail."
          data-autofocus
          autoComplete="off"
          maxLength={ADDRESS_LENGTH}
          styles={{ input: linesHigh(4) }}
          error={errors.delivery_address}
          {...typed(address, setAddress)}
        />
        <WaitingLine isPending={isWaiting} />
      </DialogForm>
    </OrderDialog>
  )
}
