import { Radio, Stack, TextInput } from '@mantine/core'
import type { AdminOrder } from '@shop/contract/orders/admin'
import { adminOrderDelays } from '@shop/contract/orders/admin-delays'
import { useState } from 'react'
import { doneWithMail } from '../../mail/mail-state.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { typed } from '../../ui/form.tsx'
import { formatOrderNumber } from '../../ui/format.ts'
import { Hint } from '../../ui/page.tsx'
import { formatDay, formatTime, today } from '../../ui/time.ts'
import { MailedChangeForm } from '../mailed-change-form.tsx'
import { useOrderChange } from '../order-dialog.tsx'

/** Tells the shopper that an order ships later than promised; not there for one that is not to be shipped. */
export function DelayForm({ order }: { order: AdminOrder }) {
  if (order.delay_problem !== null) return null
  return (
    <DialogButton label="Send delay notice">{(close) => <DelayModal order={order} onClose={close} />}</DialogButton>
  )
}

function DelayModal({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const [isKnown, setIsKnown] = useState(true)
  const [day, setDay] = useState('')
  const sending = useOrderChange(adminOrderDelays.sendDelayNotice, {
    order,
    done: doneWithMail(`Order ${formatOrderNumber(order.order_id)} delayed`, order),
    onDone: onClose,
  })
  const fields = { ship_by: isKnown ? day : null }
  const reservedUntil = order.card_payment?.state === 'authorized' ? order.card_payment.expires_at : null
  return (
    <MailedChangeForm
      order={order}
      title="Send delay notice"
      confirm="Send the notice"
      change={{ change: 'delay', ...fields }}
      sending={sending}
      onConfirm={() =>
        sending.change({ params: { order_id: order.order_id }, body: { ...fields, version: sending.base.version } })
      }
      onClose={onClose}
      fields={['ship_by']}
    >
      {(errors) => (
        <>
          <Hint>
            Promised for {formatDay(order.promised_on)}. The law requires this notice by that day, and again for every
            further delay. The email gives {order.first_name} a deadline to answer and a link to cancel.
          </Hint>
          {reservedUntil !== null && (
            <Hint>
              The amount is reserved on the card until {formatTime(reservedUntil)}. If it ships later, you can’t charge
              the card. The email says so, and you send a payment link.
            </Hint>
          )}
          <Radio.Group
            label="When it ships"
            value={isKnown ? 'known' : 'unknown'}
            onChange={(value) => setIsKnown(value === 'known')}
          >
            <Stack gap="sm">
              <Radio value="known" label="On a new date" />
              <Radio value="unknown" label="Not known yet" />
            </Stack>
          </Radio.Group>
          {isKnown && (
            <TextInput
              type="date"
              label="Ships by"
              data-autofocus
              maw={220}
              min={today()}
              error={errors.ship_by}
              {...typed(day, setDay)}
            />
          )}
        </>
      )}
    </MailedChangeForm>
  )
}

/** Why an order is on hold, unless the line about its promise says so already. */
export function holdLine(order: AdminOrder): string | null {
  const isSaid = order.delay !== null && promiseLine(order) !== null && order.payment !== 'unpaid'
  return isSaid ? null : order.hold_reason
}

/** The promised day of an order to ship, and the outcome of its newest delay notice; `null` where nothing is left to ship. */
export function promiseLine({ order_status, promised_on, is_overdue, delay }: AdminOrder): string | null {
  if (order_status !== 'processing') return null
  if (delay === null) return `${is_overdue ? 'Should have shipped' : 'Ships'} by ${formatDay(promised_on)}`
  const until = delay.ship_by === null ? 'Delayed, no date yet' : `Delayed: ships by ${formatDay(delay.ship_by)}`
  if (delay.pay_back_by !== null) {
    return `${until}. The shopper did not agree to wait: cancel and refund by ${formatDay(delay.pay_back_by)}`
  }
  if (delay.agreed) return `${until}. The shopper agreed to wait`
  return delay.answer_by === null ? until : `${until}. The shopper has until ${formatDay(delay.answer_by)} to agree`
}
