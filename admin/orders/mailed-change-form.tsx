import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type MailedChange, previewOrderMailEndpoint } from '@shop/contract/admin/orders'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AdminCallError, call } from '../app/call.ts'
import { messageOf } from '../ui/error-state.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { MailText } from './mail-text.tsx'

/**
 * A form whose change is mailed to the shopper: first its fields, then the mail as it will leave, and only then the
 * change. What was typed stays when it is refused.
 */
export function MailedChangeForm({
  orderId,
  title,
  confirm,
  change,
  isPending,
  error,
  onConfirm,
  onClose,
  children,
}: {
  orderId: string
  title: string
  /** Label of the button that makes the change. */
  confirm: string
  change: MailedChange
  isPending: boolean
  error: Error | null
  onConfirm: () => void
  onClose: () => void
  /** The fields, given what is wrong with each. */
  children: (errors: Readonly<Record<string, string>>) => ReactNode
}) {
  const preview = useMutation({
    mutationFn: () => call(previewOrderMailEndpoint, { params: { order_id: orderId }, body: change }),
    networkMode: 'always',
    retry: false,
  })
  const failure = error ?? preview.error
  const errors = failure instanceof AdminCallError ? failure.fields : {}
  const mail = preview.data
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <FailureLine text={failure === null || Object.keys(errors).length > 0 ? null : messageOf(failure)} />
      {mail === undefined ? (
        <Stack>
          {children(errors)}
          <Button loading={preview.isPending} onClick={() => preview.mutate()}>
            Show the mail
          </Button>
        </Stack>
      ) : (
        <Stack>
          <MailText mail={mail} />
          <Text c="dimmed" fz="sm">
            The mail leaves ten seconds after the change; an undo before that withdraws it.
          </Text>
          {Object.values(errors).map((message) => (
            <Text key={message} c="brick">
              {message}
            </Text>
          ))}
          <Group>
            <Button loading={isPending} onClick={onConfirm}>
              {confirm}
            </Button>
            <Button variant="default" onClick={preview.reset}>
              Back
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
