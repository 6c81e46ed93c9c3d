import { Button, Stack, Text } from '@mantine/core'
import { type AdminOrder, adminOrders, type MailedChange } from '@shop/contract/orders/admin'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, fieldsOf } from '../app/call.ts'
import { DialogActions } from '../ui/dialog.tsx'
import { Form } from '../ui/form.tsx'
import { Hint, QuietButton } from '../ui/page.tsx'
import { FailureLine, failureAbove, failureOf } from '../ui/states.tsx'
import classes from './mailed-change-form.module.css'
import { type OrderChange, OrderDialog } from './order-dialog.tsx'

const NO_FIELDS: readonly string[] = []

/**
 * A form whose change is mailed to the shopper: first its fields, then the mail as it will leave, and only then the
 * change. What was typed stays when it is refused.
 */
export function MailedChangeForm({
  order,
  title,
  confirm,
  change,
  sending,
  onConfirm,
  onClose,
  fields = NO_FIELDS,
  children,
}: {
  order: AdminOrder
  title: string
  /** Label of the button that makes the change. */
  confirm: string
  change: MailedChange
  sending: OrderChange
  onConfirm: () => void
  onClose: () => void
  /** The names of fields that say what is wrong with them. */
  fields?: readonly string[]
  /** The fields, given what is wrong with each. */
  children: (errors: Readonly<Record<string, string>>) => ReactNode
}) {
  const preview = useMutation({
    mutationFn: () => call(adminOrders.previewOrderMail, { params: { order_id: order.order_id }, body: change }),
    networkMode: 'always',
    retry: false,
  })
  const goOn = () => {
    preview.reset()
    sending.goOn()
  }
  const failure = sending.error ?? preview.error
  const errors = fieldsOf(failure)
  const mail = preview.data
  return (
    <OrderDialog title={title} sending={{ ...sending, goOn }} onClose={onClose}>
      <FailureLine text={failureAbove(failureOf(failure), errors, mail === undefined ? fields : [])} />
      {mail === undefined ? (
        <Fields
          next={order.email === '' ? 'Continue' : 'Preview email'}
          isPending={preview.isPending}
          onShow={preview.mutate}
        >
          {children(errors)}
        </Fields>
      ) : (
        <Stack>
          <MailText mail={mail} />
          {mail.to !== '' && <MailHint cause="the change" hasMailServer={order.has_mail_server} />}
          <DialogActions>
            <QuietButton onClick={preview.reset}>Back</QuietButton>
            <Button loading={sending.isWaiting} onClick={onConfirm}>
              {confirm}
            </Button>
          </DialogActions>
        </Stack>
      )}
    </OrderDialog>
  )
}

type FieldsProps = { next: string; isPending: boolean; onShow: () => void; children: ReactNode }

/** The first step. */
function Fields({ next, isPending, onShow, children }: FieldsProps) {
  return (
    <Form ref={focusWhereLost} onSubmit={() => isPending || onShow()}>
      <Stack>
        {children}
        <DialogActions>
          <Button type="submit" loading={isPending}>
            {next}
          </Button>
        </DialogActions>
      </Stack>
    </Form>
  )
}

/** After the way back to a form the button that led there is gone: its first field is focused. */
function focusWhereLost(form: HTMLFormElement | null): void {
  if (document.activeElement === document.body) form?.querySelector<HTMLElement>('input, textarea')?.focus()
}

/** When a mail leaves; `cause` is what it is about, such as `the change`. */
export function MailHint({ cause, hasMailServer }: { cause: string; hasMailServer: boolean }) {
  return (
    <Hint>
      {hasMailServer
        ? `The email goes out ten seconds after ${cause}. Undo before then to stop it.`
        : 'No email server is set up yet: the email waits until there is one. Undo before then to stop it.'}
    </Hint>
  )
}

export function MailText({ mail: { to, subject, text } }: { mail: { to: string; subject: string; text: string } }) {
  if (to === '') {
    return (
      <section ref={focusFromTop} tabIndex={-1} aria-label="No email" className={classes.mail}>
        <Text>The order has no email address, so no email is sent.</Text>
      </section>
    )
  }
  return (
    <section ref={focusFromTop} tabIndex={-1} aria-label="Email to the shopper" className={classes.mail}>
      <Hint>To {to}</Hint>
      <Text fw={600}>{subject}</Text>
      <div className={classes.text}>{text}</div>
    </section>
  )
}

/** It takes the place of the fields, and is shown from its top, however far those were scrolled. */
function focusFromTop(mail: HTMLElement | null): void {
  mail?.focus({ preventScroll: true })
  mail?.scrollIntoView()
}
