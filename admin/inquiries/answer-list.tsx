import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { undoChangeEndpoint } from '@shop/contract/admin/audit'
import type { InquiryAnswer } from '@shop/contract/admin/inquiries'
import { useChange } from '../app/use-change.ts'
import { describeDelivery } from '../outbox/describe-delivery.ts'
import { MailError } from '../outbox/mail-error.tsx'
import { SendAgain } from '../outbox/send-again.tsx'
import { formatTime } from '../ui/format-time.ts'
import { Section } from '../ui/section.tsx'

/** What the shop has answered, each with how far its mail is. */
export function AnswerList({
  inquiryId,
  answers,
  hasMailServer,
}: {
  inquiryId: string
  answers: readonly InquiryAnswer[]
  hasMailServer: boolean
}) {
  const undo = useChange(undoChangeEndpoint, { done: 'Undone', refreshes: [['inquiries']] })
  if (answers.length === 0) return null
  return (
    <Stack gap="lg">
      {answers.map((answer, index) => (
        <Section key={answer.answer_id} title={`Answer ${index + 1}, ${formatTime(answer.answered_at)}`}>
          <Group gap="sm" mb="sm">
            <DeliveryBadge delivery={answer.delivery} hasMailServer={hasMailServer} />
            <Text c="dimmed" fz="sm">
              {answer.author}
            </Text>
            {answer.undo_id !== null && (
              <Button
                variant="default"
                loading={undo.isPending && undo.request?.body.id === answer.undo_id}
                aria-label={`Undo answer ${index + 1}`}
                onClick={() => undo.change({ body: { id: answer.undo_id ?? 0 } })}
              >
                Undo
              </Button>
            )}
          </Group>
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{answer.text}</Text>
          {answer.delivery_error !== null && (
            <Group gap="sm" mt="sm">
              <MailError
                code={answer.delivery_error}
                more={answer.delivery === 'waiting' && hasMailServer ? 'It is tried again by itself.' : ''}
              />
              <SendAgain
                mailId={answer.mail_id}
                hasMailServer={hasMailServer}
                refreshes={[['inquiries', 'one', inquiryId]]}
              />
            </Group>
          )}
        </Section>
      ))}
    </Stack>
  )
}

function DeliveryBadge({ delivery, hasMailServer }: Pick<InquiryAnswer, 'delivery'> & { hasMailServer: boolean }) {
  const { color, text } = describeDelivery(delivery, hasMailServer)
  return <Badge color={color}>{text}</Badge>
}
