import { NativeSelect, TextInput } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import { chargeFor } from '@shop/contract/order-totals'
import { type AdminOrder, adminOrders } from '@shop/contract/orders/admin'
import type { ShipmentWay } from '@shop/contract/orders/admin-values'
import { hasLeft } from '@shop/contract/orders/has-left'
import { isToBeCharged } from '@shop/contract/payments/card-payment'
import { useState } from 'react'
import { doneWithMail, labelWithMail } from '../../mail/mail-state.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { typed } from '../../ui/form.tsx'
import { formatOrderNumber } from '../../ui/format.ts'
import { Hint } from '../../ui/page.tsx'
import { MailedChangeForm } from '../mailed-change-form.tsx'
import { useOrderChange } from '../order-dialog.tsx'

const WAY_OPTIONS: readonly { value: ShipmentWay; label: string }[] = [
  { value: 'tracked', label: 'By carrier, with tracking' },
  { value: 'own_delivery', label: 'Local delivery' },
  { value: 'picked_up', label: 'Picked up' },
  { value: 'untracked', label: 'By mail, without tracking' },
]

/** Ships an order, or adds or corrects the tracking number of one that has shipped. */
export function ShipForm({ order }: { order: AdminOrder }) {
  const canShip = !hasLeft(order)
  if (order.ship_problem !== null && order.tracking_number === null) return null
  return (
    <DialogButton
      variant={canShip ? 'filled' : 'default'}
      label={canShip ? 'Ship' : shipLabelsOf(order, 'tracked').title}
    >
      {(close) => <ShipModal order={order} onClose={close} />}
    </DialogButton>
  )
}

function ShipModal({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const [trackingNumber, setTrackingNumber] = useState(order.tracking_number ?? '')
  const [way, setWay] = useState<ShipmentWay>('tracked')
  const [opened] = useState(order)
  const labels = shipLabelsOf(opened, way)
  const [asksWay] = useState(!hasLeft(order))
  const shipment = way === 'tracked' ? { way, tracking_number: trackingNumber } : { way }
  const charge = chargeHintOf(order)
  const sending = useOrderChange(adminOrders.shipOrder, {
    order,
    done: doneWithMail(labels.done, order),
    onDone: onClose,
  })
  return (
    <MailedChangeForm
      order={order}
      title={labels.title}
      confirm={labelWithMail(labels.confirm, order)}
      change={{ change: 'ship', ...shipment }}
      sending={sending}
      onConfirm={() =>
        sending.change({ params: { order_id: order.order_id }, body: { ...shipment, version: sending.base.version } })
      }
      onClose={onClose}
      fields={way === 'tracked' ? ['tracking_number'] : []}
    >
      {(errors) => (
        <>
          {asksWay && (
            <NativeSelect
              label="How it ships"
              value={way}
              data={WAY_OPTIONS}
              onChange={({ currentTarget }) =>
                setWay(WAY_OPTIONS.find(({ value }) => value === currentTarget.value)?.value ?? 'tracked')
              }
            />
          )}
          {asksWay && order.delivery_name !== null && <Hint>The shopper chose {order.delivery_name}.</Hint>}
          {asksWay && charge !== null && <Hint>{charge}</Hint>}
          {way === 'tracked' && (
            <TextInput
              label="Tracking number"
              required
              description="We recognize UPS, USPS and FedEx. Separate several numbers with commas."
              data-autofocus
              error={errors.tracking_number}
              {...typed(trackingNumber, setTrackingNumber)}
            />
          )}
        </>
      )}
    </MailedChangeForm>
  )
}

/** The amount charged to the card when the order ships; `null` for none. */
export function chargeHintOf(order: AdminOrder): string | null {
  const { card_payment } = order
  if (card_payment === null || !isToBeCharged(card_payment.state, card_payment.operations)) return null
  return `Ten seconds later the card is charged ${formatAdminMoney(chargeFor(order).total)}.`
}

type ShippedOrder = Pick<AdminOrder, 'order_id' | 'tracking_number' | 'order_status'>

type Labels = { title: string; confirm: string; done: string }

/** The purpose of the form: to ship, or to add or correct a tracking number. */
export function shipLabelsOf({ order_id, tracking_number, order_status }: ShippedOrder, way: ShipmentWay): Labels {
  if (tracking_number !== null) {
    return { title: 'Correct the tracking number', confirm: 'Correct', done: 'Tracking number corrected' }
  }
  if (order_status === 'shipped') {
    return { title: 'Add a tracking number', confirm: 'Add', done: 'Tracking number added' }
  }
  const [title, number] = ['Ship the order', formatOrderNumber(order_id)]
  return way === 'picked_up'
    ? { title, confirm: 'Record the pickup', done: `Order ${number} picked up` }
    : { title, confirm: 'Ship', done: `Order ${number} shipped` }
}
