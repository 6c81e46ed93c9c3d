import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type AdminOrder, type ShipmentWay, shipOrderEndpoint } from '@shop/contract/admin/orders'
import { useState } from 'react'
import { useChange } from '../app/use-change.ts'
import { doneWithMail, labelWithMail } from '../mail/describe-delivery.ts'
import { MailedChangeForm } from './mailed-change-form.tsx'
import { ORDERS_KEY } from './orders.queries.ts'
import { shipLabelsOf } from './ship-labels.ts'

const WAYS: readonly { value: ShipmentWay; label: string }[] = [
  { value: 'tracked', label: 'By a carrier, with a number' },
  { value: 'own_delivery', label: 'Own delivery' },
  { value: 'picked_up', label: 'It was picked up' },
  { value: 'untracked', label: 'By mail, without a number' },
]

/** Ships an order, or adds or corrects the tracking number of one that has shipped. */
export function ShipForm({ order }: { order: AdminOrder }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const canShip = order.delivery_state === 'not_shipped'
  if (order.ship_problem !== null && order.tracking_number === null) return null
  return (
    <>
      <Button variant={canShip ? 'filled' : 'default'} onClick={open}>
        {canShip ? 'Ship' : shipLabelsOf(order, 'tracked').title}
      </Button>
      {isOpen && <ShipModal order={order} onClose={close} />}
    </>
  )
}

function ShipModal({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const [trackingNumber, setTrackingNumber] = useState(order.tracking_number ?? '')
  const [way, setWay] = useState<ShipmentWay>('tracked')
  const [opened] = useState(order)
  const labels = shipLabelsOf(opened, way)
  const [asksWay] = useState(order.delivery_state === 'not_shipped')
  const shipment = way === 'tracked' ? { way, tracking_number: trackingNumber } : { way }
  const { change, isPending, error, reset } = useChange(shipOrderEndpoint, {
    done: doneWithMail(labels.done, order),
    refreshes: [ORDERS_KEY],
    onDone: onClose,
    showsError: true,
  })
  return (
    <MailedChangeForm
      order={order}
      title={labels.title}
      confirm={labelWithMail(labels.confirm, order)}
      change={{ change: 'ship', ...shipment }}
      isPending={isPending}
      error={error}
      onConfirm={(version) => change({ params: { order_id: order.order_id }, body: { ...shipment, version } })}
      onGoOn={reset}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {asksWay && (
            <NativeSelect
              size="md"
              label="How it leaves"
              value={way}
              data={WAYS}
              onChange={({ currentTarget }) =>
                setWay(WAYS.find(({ value }) => value === currentTarget.value)?.value ?? 'tracked')
              }
            />
          )}
          {way === 'tracked' && (
            <TextInput
              label="Tracking number"
              description="UPS, USPS and FedEx are recognized by it"
              data-autofocus
              value={trackingNumber}
              error={errors.tracking_number}
              onChange={(event) => setTrackingNumber(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </MailedChangeForm>
  )
}
