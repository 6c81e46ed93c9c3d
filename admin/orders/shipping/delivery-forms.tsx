import { Button, Text, TextInput } from '@mantine/core'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import { wasHandedOver } from '@shop/contract/orders/shipping'
import { useState } from 'react'
import { type AddressDraft, EMPTY_ADDRESS_DRAFT, toTypedAddress } from '../../address/address-draft.ts'
import { AddressFields } from '../../address/address-fields.tsx'
import { WaitingLine } from '../../app/frame/connection.tsx'
import { DialogButton, DialogForm } from '../../ui/dialog.tsx'
import { typed } from '../../ui/form.tsx'
import { formatOrderNumber } from '../../ui/format.ts'
import { Hint } from '../../ui/page.tsx'
import { today } from '../../ui/time.ts'
import { OrderDialog, useOrderChange } from '../order-dialog.tsx'

/** Says that an order has arrived, corrects the day, or takes that back; not there before it has left. */
export function DeliveredForm({ order }: { order: AdminOrder }) {
  const { order_status } = order
  if (order_status !== 'shipped' && order_status !== 'delivered') return null
  const title = order_status === 'delivered' ? 'Correct the delivery date' : 'Mark as delivered'
  return (
    <DialogButton label={title}>
      {(close) => <DeliveredDialog order={order} title={title} onClose={close} />}
    </DialogButton>
  )
}

function DeliveredDialog({ order, title, onClose }: { order: AdminOrder; title: string; onClose: () => void }) {
  const [day, setDay] = useState(order.delivered_on ?? today())
  const number = formatOrderNumber(order.order_id)
  const sending = useOrderChange(adminOrders.markDelivered, {
    order,
    done: ({ body }) => (body.delivered_on === null ? `Order ${number} is on its way` : `Order ${number} delivered`),
    onDone: onClose,
  })
  const { change, base, isWaiting, failure, errors } = sending
  const send = (delivered_on: string | null) => {
    if (isWaiting) return
    change({ params: { order_id: order.order_id }, body: { delivered_on, version: base.version } })
  }
  return (
    <OrderDialog title={title} sending={sending} onClose={onClose}>
      <DialogForm
        confirm={order.order_status === 'delivered' ? 'Save date' : 'Mark as delivered'}
        isPending={isWaiting}
        failure={errors.delivered_on === undefined ? failure : null}
        onSubmit={() => send(day)}
        onClose={onClose}
      >
        <DayField value={day} error={errors.delivered_on} onChange={setDay} />
        {order.order_status === 'delivered' && !wasHandedOver(order) && (
          <Button variant="default" onClick={() => send(null)} style={{ alignSelf: 'flex-start' }}>
            Not delivered yet
          </Button>
        )}
        <WaitingLine isPending={isWaiting} />
      </DialogForm>
    </OrderDialog>
  )
}

type DayFieldProps = { value: string; error: string | undefined; onChange: (day: string) => void }

export function DayField({ value, error, onChange }: DayFieldProps) {
  return (
    <>
      <TextInput
        type="date"
        label="Delivered on"
        data-autofocus
        maw={220}
        max={today()}
        error={error}
        {...typed(value, onChange)}
      />
      <Hint>The return window starts on this day. The shopper gets no email.</Hint>
    </>
  )
}

/** Adds, corrects or removes a delivery address; of one that is cancelled nothing is sent. */
export function AddressForm({ order }: { order: AdminOrder }) {
  if (order.status === 'cancelled') return null
  const title = order.delivery_address === null ? 'Add a delivery address' : 'Correct the address'
  return (
    <DialogButton label={title}>
      {(close) => <AddressDialog order={order} title={title} onClose={close} />}
    </DialogButton>
  )
}

function AddressDialog({ order, title, onClose }: { order: AdminOrder; title: string; onClose: () => void }) {
  const [address, setAddress] = useState<AddressDraft>({ ...EMPTY_ADDRESS_DRAFT, ...order.address })
  const sending = useOrderChange(adminOrders.correctAddress, {
    order,
    done: ({ body }) => (body.address === null ? 'Delivery address removed' : 'Delivery address saved'),
    onDone: onClose,
  })
  const { change, base, isWaiting, failure, errors } = sending
  return (
    <OrderDialog title={title} sending={sending} onClose={onClose}>
      <DialogForm
        confirm="Save the address"
        isPending={isWaiting}
        failure={Object.keys(errors).some((field) => field.startsWith('address.')) ? null : failure}
        onSubmit={() => {
          const body = { address: toTypedAddress(address), version: base.version }
          change({ params: { order_id: order.order_id }, body })
        }}
        onClose={onClose}
      >
        <Hint>For the packing slip and the label. Empty fields remove the address. The shopper gets no email.</Hint>
        {order.address === null && order.delivery_address !== null && (
          <Text className="written">{order.delivery_address}</Text>
        )}
        <AddressFields address={address} errors={errors} onChange={setAddress} />
        <WaitingLine isPending={isWaiting} />
      </DialogForm>
    </OrderDialog>
  )
}
