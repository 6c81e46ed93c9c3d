import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type AdminOrder, shipOrderEndpoint } from '@shop/contract/admin/orders'
import { useState } from 'react'
import { useChange } from '../app/use-change.ts'
import { doneWithMail } from '../outbox/describe-delivery.ts'
import { formatOrderNumber } from '../ui/format-order-number.ts'
import { MailedChangeForm } from './mailed-change-form.tsx'
import { ORDERS_KEY } from './orders.queries.ts'

/** Ships an order, or corrects the tracking number of one that has shipped. */
export function ShipForm({ order }: { order: AdminOrder }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const isShipped = order.tracking_number !== null
  return (
    <>
      <Button variant={isShipped ? 'default' : 'filled'} onClick={open}>
        {isShipped ? 'Correct the tracking number' : 'Ship'}
      </Button>
      {isOpen && <ShipModal order={order} onClose={close} />}
    </>
  )
}

function ShipModal({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const [trackingNumber, setTrackingNumber] = useState(order.tracking_number ?? '')
  const isShipped = order.tracking_number !== null
  const { change, isPending, error, reset } = useChange(shipOrderEndpoint, {
    done: doneWithMail(
      isShipped ? 'Tracking number corrected' : `Order ${formatOrderNumber(order.order_id)} shipped`,
      order.has_mail_server,
    ),
    refreshes: [ORDERS_KEY],
    onDone: onClose,
    showsError: true,
  })
  return (
    <MailedChangeForm
      order={order}
      title={isShipped ? 'Correct the tracking number' : 'Ship the order'}
      confirm={isShipped ? 'Correct and send' : 'Ship and send'}
      change={{ change: 'ship', tracking_number: trackingNumber }}
      isPending={isPending}
      error={error}
      onConfirm={(version) =>
        change({
          params: { order_id: order.order_id },
          body: { tracking_number: trackingNumber, version },
        })
      }
      onGoOn={reset}
      onClose={onClose}
    >
      {(errors) => (
        <TextInput
          label="Tracking number"
          description="UPS, USPS and FedEx are recognized by it"
          data-autofocus
          value={trackingNumber}
          error={errors.tracking_number}
          onChange={(event) => setTrackingNumber(event.currentTarget.value)}
        />
      )}
    </MailedChangeForm>
  )
}
