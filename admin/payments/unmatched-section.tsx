import { Group, Text, TextInput } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import { nameAtGateway } from '@shop/contract/payments/payment-key'
import { controlPanelOf } from '@shop/contract/payments/provider-name'
import { adminPaymentTasks, type UnmatchedPayment } from '@shop/contract/payments/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../app/call.ts'
import { Dialog, DialogButton, DialogForm } from '../ui/dialog.tsx'
import { typed, usePlainCall } from '../ui/form.tsx'
import { Hint, Section } from '../ui/page.tsx'
import { formatTime } from '../ui/time.ts'
import { Decision, refreshPayments } from './decision.tsx'
import classes from './payments.module.css'

/** Charges without an order: create the order, link one, or refund the money. */
export function UnmatchedSection({ payments }: { payments: readonly UnmatchedPayment[] }) {
  return (
    <Section title="Charged without an order">
      <Text mb="md">
        A shopper has paid, but the shop has no order for it, for example after an interruption or a restore. Create the
        order, or refund the money.
      </Text>
      <ul className={classes.list}>
        {payments.map((payment) => (
          <UnmatchedEntry key={payment.reference} payment={payment} />
        ))}
      </ul>
    </Section>
  )
}

function UnmatchedEntry({ payment }: { payment: UnmatchedPayment }) {
  const { provider, reference, left_cents, card, created_at, no_rebuild } = payment
  const amount = formatAdminMoney(left_cents)
  const params = { reference }
  return (
    <li className={classes.entry}>
      <Text fw={600}>{amount}</Text>
      <Hint className="anywhere">
        {card !== null && `${card.brand} ending in ${card.last_four}, `}
        {formatTime(created_at)}. Its ID in {controlPanelOf(provider)} is {nameAtGateway(reference)}.
      </Hint>
      {no_rebuild !== null && (
        <Text fz="sm">
          We can’t rebuild the order. {no_rebuild} Ask the shopper what they ordered, then{' '}
          <Link to="/orders/new">enter the order by hand</Link> as paid and link it here. Or refund the money.
        </Text>
      )}
      <Group gap="sm" align="start">
        {no_rebuild === null ? (
          <Decision
            label="Rebuild the order"
            subject={reference}
            question={`This creates the order for ${amount} as the shopper placed it. Its products leave stock, and the shopper gets a confirmation.`}
            send={() => call(adminPaymentTasks.rebuildOrder, { params })}
          />
        ) : (
          <AttachButton reference={reference} />
        )}
        <Decision
          label="Refund it"
          subject={reference}
          question={`${amount} will be refunded to the card. You can’t undo this.`}
          send={() => call(adminPaymentTasks.refundUnmatched, { params })}
          isQuiet
        />
      </Group>
    </li>
  )
}

function AttachButton({ reference }: { reference: string }) {
  return (
    <DialogButton label="Link to an order" subject={reference} variant="filled">
      {(close) => <AttachDialog reference={reference} onClose={close} />}
    </DialogButton>
  )
}

function AttachDialog({ reference, onClose }: { reference: string; onClose: () => void }) {
  const [number, setNumber] = useState('')
  const queryClient = useQueryClient()
  const { press, isPending, failure } = usePlainCall(
    () => call(adminPaymentTasks.attachPayment, { params: { reference }, body: { order_id: number.trim() } }),
    () => {
      onClose()
      return refreshPayments(queryClient)
    },
  )
  return (
    <Dialog title="Which order is it?" onClose={onClose}>
      <DialogForm
        confirm="Link the order"
        isPending={isPending}
        failure={failure}
        onSubmit={() => press()}
        onClose={onClose}
      >
        <TextInput
          label="Order number"
          inputMode="numeric"
          maxLength={100}
          data-autofocus
          {...typed(number, setNumber)}
        />
      </DialogForm>
    </Dialog>
  )
}
