import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { InquiryAnswer } from '@shop/contract/admin/inquiries'
import { retryMailEndpoint } from '@shop/contract/admin/outbox'
import { useChange } from '../app/use-change.ts'
import { describeMailError } from '../outbox/describe-mail-error.ts'
import { formatTime } from '../ui/format-time.ts'
import { Section } from '../ui/section.tsx'
import { describeDelivery } from './describe-delivery.ts'

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
            <SendAgain inquiryId={inquiryId} answer={answer} error={answer.delivery_error} />
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

function SendAgain({
  inquiryId,
  answer: { mail_id, delivery },
  error,
}: {
  inquiryId: string
  answer: InquiryAnswer
  error: string
}) {
  const { change, isPending } = useChange(retryMailEndpoint, {
    done: 'It is sent again',
    refreshes: [['inquiries', 'one', inquiryId]],
  })
  return (
    <Group gap="sm" mt="sm">
      <Text fz="sm">
        {describeMailError(error)} {delivery === 'waiting' && 'It is tried again by itself.'}
      </Text>
      <Button variant="default" loading={isPending} onClick={() => change({ body: { id: mail_id } })}>
        Send again
      </Button>
    </Group>
  )
}
