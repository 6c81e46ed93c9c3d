import { Badge, Group, Stack, Text } from '@mantine/core'
import type { InquiryAnswer } from '@shop/contract/admin/inquiries'
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
