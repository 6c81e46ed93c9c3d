import { Button, Group, Stack, Text } from '@mantine/core'
import { type AdminOrder, type MailedChange, previewOrderMailEndpoint } from '@shop/contract/admin/orders'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { AdminCallError, call } from '../app/call.ts'
import { Dialog } from '../ui/dialog.tsx'
import { messageOf } from '../ui/error-state.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { MailHint, MailText } from './mail-text.tsx'
import { OrderConflict } from './order-conflict.tsx'
import { useOrderBase } from './use-order-base.ts'

/**
 * A form whose change is mailed to the shopper: first its fields, then the mail as it will leave, and only then the
 * change. What was typed stays when it is refused.
 */
export function MailedChangeForm({
  order,
  title,
  confirm,
  change,
  isPending,
  error,
  onConfirm,
  onGoOn,
  onClose,
  children,
}: {
  order: AdminOrder
  title: string
  /** Label of the button that makes the change. */
  confirm: string
  change: MailedChange
  isPending: boolean
  error: Error | null
  /** Makes the change on top of this version of the order. */
  onConfirm: (version: number) => void
  /** Forgets a refused change, after the order was changed by somebody else. */
  onGoOn: () => void
  onClose: () => void
  /** The fields, given what is wrong with each. */
  children: (errors: Readonly<Record<string, string>>) => ReactNode
}) {
  const preview = useMutation({
    mutationFn: () => call(previewOrderMailEndpoint, { params: { order_id: order.order_id }, body: change }),
    networkMode: 'always',
    retry: false,
  })
  const { base, now, hasNewer, isSettled, adoptNow } = useOrderBase(order)
  const hasConflict = hasNewer && !isPending
  const failure = error ?? preview.error
  const errors = failure instanceof AdminCallError ? failure.fields : {}
  const mail = preview.data
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      {hasConflict && (
        <OrderConflict
          before={base}
          now={now}
          onGoOn={() => {
            adoptNow()
            preview.reset()
            onGoOn()
          }}
          onGiveUp={onClose}
        />
      )}
      <div hidden={hasConflict}>
        <FailureLine text={failure === null || Object.keys(errors).length > 0 ? null : messageOf(failure)} />
        {mail === undefined ? (
          <Fields
            next={order.email === '' ? 'Continue' : 'Show the mail'}
            isPending={preview.isPending}
            onShow={preview.mutate}
          >
            {children(errors)}
          </Fields>
        ) : (
          <Stack>
            <MailText mail={mail} />
            {mail.to !== '' && <MailHint cause="the change" hasMailServer={order.has_mail_server} />}
            {Object.values(errors).map((message) => (
              <Text key={message} c="brick">
                {message}
              </Text>
            ))}
            <Group justify="end">
              <Button variant="default" onClick={preview.reset}>
                Back
              </Button>
              <Button loading={isPending || !isSettled} onClick={() => onConfirm(base.version)}>
                {confirm}
              </Button>
            </Group>
          </Stack>
        )}
      </div>
    </Dialog>
  )
}

/** The first step. After the way back to it, the button that led there is gone: its first field is focused. */
function Fields({
  next,
  isPending,
  onShow,
  children,
}: {
  next: string
  isPending: boolean
  onShow: () => void
  children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [])
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) onShow()
      }}
    >
      <Stack>
        {children}
        <Button type="submit" loading={isPending}>
          {next}
        </Button>
      </Stack>
    </form>
  )
}
