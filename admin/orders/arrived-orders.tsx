import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ListedOrder, markSeveralDeliveredEndpoint } from '@shop/contract/admin/orders'
import { useState } from 'react'
import { AdminCallError } from '../app/call.ts'
import { useChange } from '../app/use-change.ts'
import { Dialog } from '../ui/dialog.tsx'
import { formatCount, formatOrderNumber } from '../ui/format.ts'
import { FailureLine, messageOf } from '../ui/states.tsx'
import { today } from '../ui/time.ts'
import classes from './arrived-orders.module.css'
import { DayField } from './delivered-form.tsx'
import { OrderRow } from './order-row.tsx'
import { ORDERS_KEY } from './orders.queries.ts'

/** The button that marks the chosen orders as delivered. */
export function ArrivedBar({ chosen, onDone }: { chosen: readonly string[]; onDone: () => void }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <Group mb="md">
      <Button disabled={chosen.length === 0} onClick={open}>
        {chosen.length === 0 ? 'Choose orders that have arrived' : `Mark ${chosen.length} as delivered`}
      </Button>
      {isOpen && <ArrivedDialog chosen={chosen} onClose={close} onDone={onDone} />}
    </Group>
  )
}

function ArrivedDialog({
  chosen,
  onClose,
  onDone,
}: {
  chosen: readonly string[]
  onClose: () => void
  onDone: () => void
}) {
  const [day, setDay] = useState(today)
  const { change, isPending, error } = useChange(markSeveralDeliveredEndpoint, {
    done: ({ body }) => `${formatCount(body.order_ids.length, 'order')} delivered`,
    refreshes: [ORDERS_KEY],
    onDone: () => {
      onDone()
      onClose()
    },
    showsError: true,
  })
  const field = error instanceof AdminCallError ? error.fields.delivered_on : undefined
  return (
    <Dialog onClose={onClose} title={`${formatCount(chosen.length, 'order')} delivered`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) change({ body: { order_ids: [...chosen], delivered_on: day } })
        }}
      >
        <Stack>
          <FailureLine text={error === null || field !== undefined ? null : messageOf(error)} />
          <DayField value={day} error={field} onChange={setDay} />
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              Go back
            </Button>
            <Button type="submit" loading={isPending}>
              Mark as delivered
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** An order that is on its way, with a box that chooses it. */
export function ArrivingRow({
  order,
  isChosen,
  onChoose,
}: {
  order: ListedOrder
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}) {
  return (
    <div className={classes.row}>
      <label className={classes.choice} htmlFor={`arrived-${order.order_id}`}>
        <Checkbox
          id={`arrived-${order.order_id}`}
          aria-label={`Order ${formatOrderNumber(order.order_id)} has arrived`}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      </label>
      <OrderRow order={order} />
    </div>
  )
}
