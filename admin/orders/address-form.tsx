import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ADDRESS_LENGTH, type AdminOrder, correctAddressEndpoint } from '@shop/contract/admin/orders'
import { useState } from 'react'
import { AdminCallError } from '../app/call.ts'
import { WaitingLine } from '../app/connection.tsx'
import { useChange } from '../app/use-change.ts'
import { Dialog } from '../ui/dialog.tsx'
import { linesHigh } from '../ui/form.ts'
import { FailureLine, messageOf } from '../ui/states.tsx'
import { OrderConflict, useOrderBase } from './order-dialog.tsx'
import { ORDERS_KEY } from './orders.queries.ts'

/** Adds, corrects or removes the address that an order is sent to. */
export function AddressForm({ order }: { order: AdminOrder }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const title = order.delivery_address === null ? 'Add a delivery address' : 'Correct the address'
  return (
    <>
      <Button variant="default" onClick={open}>
        {title}
      </Button>
      {isOpen && <AddressDialog order={order} title={title} onClose={close} />}
    </>
  )
}

function AddressDialog({ order, title, onClose }: { order: AdminOrder; title: string; onClose: () => void }) {
  const [address, setAddress] = useState(order.delivery_address ?? '')
  const { base, now, hasNewer, isSettled, adoptNow } = useOrderBase(order)
  const { change, isPending, error, reset } = useChange(correctAddressEndpoint, {
    done: ({ body }) => (body.delivery_address.trim() === '' ? 'Delivery address removed' : 'Delivery address saved'),
    refreshes: [ORDERS_KEY],
    onDone: onClose,
    showsError: true,
  })
  const hasConflict = hasNewer && !isPending
  const isWaiting = isPending || !isSettled
  const fields = error instanceof AdminCallError ? error.fields : {}
  const isBesideField = fields.delivery_address !== undefined
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      {hasConflict ? (
        <OrderConflict
          before={base}
          now={now}
          onGoOn={() => {
            adoptNow()
            reset()
          }}
          onGiveUp={onClose}
        />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isWaiting) return
            const body = { delivery_address: address, version: base.version }
            change({ params: { order_id: order.order_id }, body })
          }}
        >
          <Stack>
            <FailureLine text={error === null || isBesideField ? null : messageOf(error)} />
            <Textarea
              label="Delivery address"
              description="Street, city, state and ZIP code, for the packing slip. The shopper gets no mail."
              data-autofocus
              autoComplete="off"
              maxLength={ADDRESS_LENGTH}
              styles={{ input: linesHigh(4) }}
              value={address}
              error={fields.delivery_address}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
            <WaitingLine isPending={isWaiting} />
            <Group justify="end">
              <Button variant="default" onClick={onClose}>
                Go back
              </Button>
              <Button type="submit" loading={isWaiting}>
                Save the address
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
