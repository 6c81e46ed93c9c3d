import { FileInput, Textarea } from '@mantine/core'
import type { AdminOrder } from '@shop/contract/orders/admin'
import {
  type AdminReturn,
  ANSWER_LENGTH,
  adminReturns,
  LABEL_TOO_LARGE,
  MAX_LABEL_BYTES,
} from '@shop/contract/returns/admin'
import { isShopsError } from '@shop/contract/returns/calls'
import { useState } from 'react'
import { doneWithMail, labelWithMail } from '../../mail/mail-state.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { readBase64 } from '../../ui/files.ts'
import { typed } from '../../ui/form.tsx'
import { Hint } from '../../ui/page.tsx'
import { MailedChangeForm } from '../mailed-change-form.tsx'
import { useOrderChange } from '../order-dialog.tsx'
import { ItemChoice } from '../payment/cancel-and-refund.tsx'
import { returnedItems } from './returned-items.ts'

type ReturnProps = { order: AdminOrder; asked: AdminReturn }
type ModalProps = ReturnProps & { onClose: () => void }

export function AcceptForm({ order, asked }: ReturnProps) {
  return (
    <DialogButton variant="filled" label="Accept" subject={`return ${asked.return_id}`}>
      {(close) => <AcceptModal order={order} asked={asked} onClose={close} />}
    </DialogButton>
  )
}

function AcceptModal({ order, asked, onClose }: ModalProps) {
  const { order_id } = order
  const { return_id } = asked
  const [answer, setAnswer] = useState('')
  const [label, setLabel] = useState<File | null>(null)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const sending = useOrderChange(adminReturns.acceptReturn, {
    order,
    done: doneWithMail('Return accepted', order),
    onDone: onClose,
    // A label is too large for what waits on the device.
    neverWaits: true,
  })
  const choose = (file: File | null) => {
    const isLarge = file !== null && file.size > MAX_LABEL_BYTES
    setIsTooLarge(isLarge)
    setLabel(isLarge ? null : file)
  }
  const accept = async () => {
    const file = label === null ? null : await readBase64(label)
    sending.change({ params: { order_id, return_id }, body: { answer, label: file, version: sending.base.version } })
  }
  return (
    <MailedChangeForm
      order={order}
      title="Accept the return"
      confirm={labelWithMail('Accept', order)}
      change={{ change: 'accept_return', return_id, answer, has_label: label !== null }}
      sending={sending}
      onConfirm={() => void accept()}
      onClose={onClose}
      fields={['label', 'answer']}
    >
      {(errors) => (
        <>
          <Hint>
            {isShopsError(asked.reason)
              ? 'Under the policy, this is our error: send a prepaid label. The refund is full and includes shipping.'
              : 'Under the policy, the shopper pays for return shipping, and original shipping isn’t refunded.'}
          </Hint>
          <FileInput
            label="Prepaid label (optional)"
            description={`PDF, PNG or JPEG, at most ${MAX_LABEL_BYTES / 1_000_000} MB. The email has a link to it.`}
            accept="application/pdf,image/png,image/jpeg"
            clearable
            value={label}
            onChange={choose}
            error={isTooLarge ? LABEL_TOO_LARGE : errors.label}
          />
          <Textarea
            label="Note to the shopper (optional)"
            maxLength={ANSWER_LENGTH}
            error={errors.answer}
            {...typed(answer, setAnswer)}
          />
        </>
      )}
    </MailedChangeForm>
  )
}

export function DeclineForm({ order, asked }: ReturnProps) {
  return (
    <DialogButton label="Decline" subject={`return ${asked.return_id}`}>
      {(close) => <DeclineModal order={order} asked={asked} onClose={close} />}
    </DialogButton>
  )
}

function DeclineModal({ order, asked: { return_id, state }, onClose }: ModalProps) {
  const { order_id } = order
  const [answer, setAnswer] = useState('')
  const sending = useOrderChange(adminReturns.declineReturn, {
    order,
    done: doneWithMail('Return declined', order),
    onDone: onClose,
  })
  return (
    <MailedChangeForm
      order={order}
      title="Decline the return"
      confirm={labelWithMail('Decline', order)}
      change={{ change: 'decline_return', return_id, answer }}
      sending={sending}
      onConfirm={() =>
        sending.change({ params: { order_id, return_id }, body: { answer, version: sending.base.version } })
      }
      onClose={onClose}
      fields={['answer']}
    >
      {(errors) => (
        <>
          {state === 'received' && (
            <Hint>
              There’s no refund, and restocked items stay in stock. For a partial refund, choose “Refund” instead.
            </Hint>
          )}
          <Textarea
            label="Reason (shown to the shopper)"
            required
            data-autofocus
            maxLength={ANSWER_LENGTH}
            error={errors.answer}
            {...typed(answer, setAnswer)}
          />
        </>
      )}
    </MailedChangeForm>
  )
}

/** Records that the goods have come back, and which of them can be sold again. */
export function ReceiveForm({ order, asked }: ReturnProps) {
  return (
    <DialogButton variant="filled" label="Mark as received" subject={`return ${asked.return_id}`}>
      {(close) => <ReceiveModal order={order} asked={asked} onClose={close} />}
    </DialogButton>
  )
}

function ReceiveModal({ order, asked, onClose }: ModalProps) {
  const { order_id } = order
  const { return_id } = asked
  const [restocked, setRestocked] = useState<string[]>([])
  const sending = useOrderChange(adminReturns.receiveReturn, {
    order,
    done: doneWithMail('Return received', order),
    onDone: onClose,
  })
  const body = { restocked_item_ids: restocked, version: sending.base.version }
  return (
    <MailedChangeForm
      order={order}
      title="Mark the return as received"
      confirm={labelWithMail('Mark as received', order)}
      change={{ change: 'receive_return', return_id }}
      sending={sending}
      onConfirm={() => sending.change({ params: { order_id, return_id }, body })}
      onClose={onClose}
      fields={['restocked_item_ids']}
    >
      {(errors) => (
        <>
          <ItemChoice
            label="Which items go back into stock?"
            items={returnedItems(order, asked)}
            value={restocked}
            onChange={setRestocked}
            error={errors.restocked_item_ids}
          />
          <Hint>Choose what can be sold again. Nothing is refunded yet.</Hint>
        </>
      )}
    </MailedChangeForm>
  )
}
