import { Checkbox, Group } from '@mantine/core'
import { adminOrders, type ListedOrder } from '@shop/contract/orders/admin'
import { formatCount } from '@shop/contract/text/plural'
import { useState } from 'react'
import { useChange } from '../app/changes/use-change.ts'
import { Dialog, DialogButton, DialogForm } from '../ui/dialog.tsx'
import { formatOrderNumber } from '../ui/format.ts'
import { today } from '../ui/time.ts'
import classes from './arrived-orders.module.css'
import { OrderRow } from './order-row.tsx'
import { ORDERS_KEY } from './orders.queries.ts'
import { DayField } from './shipping/delivery-forms.tsx'

type ArrivedProps = { chosen: readonly string[]; onDone: () => void }

/** The button that marks the chosen orders as delivered. */
export function ArrivedBar({ chosen, onDone }: ArrivedProps) {
  const label = chosen.length === 0 ? 'Choose orders that have arrived' : `Mark ${chosen.length} as delivered`
  return (
    <Group mb="md">
      <DialogButton variant="filled" disabled={chosen.length === 0} label={label}>
        {(close) => <ArrivedDialog chosen={chosen} onClose={close} onDone={onDone} />}
      </DialogButton>
    </Group>
  )
}

function ArrivedDialog({ chosen, onClose, onDone }: ArrivedProps & { onClose: () => void }) {
  const [day, setDay] = useState(today)
  const { change, isPending, failure, errors } = useChange(adminOrders.markSeveralDelivered, {
    done: ({ body }) => `${formatCount(body.order_ids.length, 'order')} delivered`,
    refreshes: [ORDERS_KEY],
    onDone: () => {
      onDone()
      onClose()
    },
    showsError: true,
  })
  return (
    <Dialog onClose={onClose} title={`${formatCount(chosen.length, 'order')} delivered`}>
      <DialogForm
        confirm="Mark as delivered"
        isPending={isPending}
        failure={errors.delivered_on === undefined ? failure : null}
        onSubmit={() => change({ body: { order_ids: [...chosen], delivered_on: day } })}
        onClose={onClose}
      >
        <DayField value={day} error={errors.delivered_on} onChange={setDay} />
      </DialogForm>
    </Dialog>
  )
}

type ArrivingRowProps = { order: ListedOrder; isChosen: boolean; onChoose: (isChosen: boolean) => void }

export function ArrivingRow({ order, isChosen, onChoose }: ArrivingRowProps) {
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
