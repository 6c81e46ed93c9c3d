import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type AdminOrder, markDeliveredEndpoint } from '@shop/contract/admin/orders'
import { useState } from 'react'
import { AdminCallError } from '../app/call.ts'
import { WaitingLine } from '../app/connection.tsx'
import { useChange } from '../app/use-change.ts'
import { Dialog } from '../ui/dialog.tsx'
import { formatOrderNumber } from '../ui/format.ts'
import { FailureLine, messageOf } from '../ui/states.tsx'
import { today } from '../ui/time.ts'
import { OrderConflict, useOrderBase } from './order-dialog.tsx'
import { ORDERS_KEY } from './orders.queries.ts'

/** Says that an order has arrived, corrects the day, or takes that back; not there before it has left. */
export function DeliveredForm({ order }: { order: AdminOrder }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  if (order.delivery_state === 'not_shipped') return null
  const title = order.delivery_state === 'delivered' ? 'Correct the delivery' : 'Mark as delivered'
  return (
    <>
      <Button variant="default" onClick={open}>
        {title}
      </Button>
      {isOpen && <DeliveredDialog order={order} title={title} onClose={close} />}
    </>
  )
}

function DeliveredDialog({ order, title, onClose }: { order: AdminOrder; title: string; onClose: () => void }) {
  const [day, setDay] = useState(order.delivered_on ?? today())
  const { base, now, hasNewer, isSettled, adoptNow } = useOrderBase(order)
  const number = formatOrderNumber(order.order_id)
  const { change, isPending, error, reset } = useChange(markDeliveredEndpoint, {
    done: ({ body }) => (body.delivered_on === null ? `Order ${number} is on its way` : `Order ${number} delivered`),
    refreshes: [ORDERS_KEY],
    onDone: onClose,
    showsError: true,
  })
  const isWaiting = isPending || !isSettled
  const fields = error instanceof AdminCallError ? error.fields : {}
  const send = (delivered_on: string | null) => {
    if (isWaiting) return
    change({ params: { order_id: order.order_id }, body: { delivered_on, version: base.version } })
  }
  if (hasNewer && !isPending) {
    return (
      <Dialog onClose={onClose} title={title} size="lg">
        <OrderConflict
          before={base}
          now={now}
          onGoOn={() => {
            adoptNow()
            reset()
          }}
          onGiveUp={onClose}
        />
      </Dialog>
    )
  }
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send(day)
        }}
      >
        <Stack>
          <FailureLine text={error === null || fields.delivered_on !== undefined ? null : messageOf(error)} />
          <DayField value={day} error={fields.delivered_on} onChange={setDay} />
          {canTakeBack(order) && (
            <Button variant="default" onClick={() => send(null)} style={{ alignSelf: 'flex-start' }}>
              It has not arrived
            </Button>
          )}
          <WaitingLine isPending={isWaiting} />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" loading={isWaiting}>
              {order.delivery_state === 'delivered' ? 'Save the day' : 'Mark as delivered'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** What was handed over by the shop itself has arrived. */
function canTakeBack({ delivery_state, shipped_by, tracking_number, channel }: AdminOrder): boolean {
  if (delivery_state !== 'delivered') return false
  return shipped_by === null ? tracking_number !== null || channel === 'online' : shipped_by !== 'picked_up'
}

/** The day of a delivery. */
export function DayField({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (day: string) => void
}) {
  return (
    <>
      <TextInput
        type="date"
        label="Delivered on"
        data-autofocus
        maw={220}
        max={today()}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Text c="dimmed" fz="sm">
        Returns are counted from this day. The shopper gets no mail.
      </Text>
    </>
  )
}
