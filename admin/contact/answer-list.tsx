import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { undoChangeEndpoint } from '@shop/contract/admin/audit'
import type { InquiryAnswer } from '@shop/contract/admin/contact'
import { useChange } from '../app/use-change.ts'
import type { Draft } from '../app/use-draft.ts'
import { describeDelivery } from '../mail/describe-delivery.ts'
import { MailError } from '../mail/mail-error.tsx'
import { SendAgain } from '../mail/send-again.tsx'
import { formatTime } from '../ui/format-time.ts'
import { Section } from '../ui/section.tsx'

type Thread = {
  inquiryId: string
  hasMailServer: boolean
  /** Where the words of an answer go that is undone. */
  draft: Draft
}

/** What the shop has answered, each with how far its mail is. */
export function AnswerList({ answers, ...thread }: Thread & { answers: readonly InquiryAnswer[] }) {
  if (answers.length === 0) return null
  return (
    <Stack gap="lg">
      {answers.map((answer, index) => (
        <Answer key={answer.answer_id} answer={answer} number={index + 1} {...thread} />
      ))}
    </Stack>
  )
}

function Answer({
  answer,
  number,
  inquiryId,
  hasMailServer,
  draft: { draft },
}: Thread & { answer: InquiryAnswer; number: number }) {
  const undo = useChange(undoChangeEndpoint, {
    done: 'Undone',
    refreshes: [['inquiries']],
    restores: { name: draft.name, text: answer.text },
  })
  return (
    <Section title={`Answer ${number}, ${formatTime(answer.answered_at)}`}>
      <Group gap="sm" mb="sm">
        <DeliveryBadge delivery={answer.delivery} hasMailServer={hasMailServer} />
        <Text c="dimmed" fz="sm">
          {answer.author}
        </Text>
        {answer.undo_id !== null && (
          <Button
            variant="default"
            loading={undo.isPending}
            aria-label={`Undo answer ${number}`}
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
  )
}

function DeliveryBadge({ delivery, hasMailServer }: Pick<InquiryAnswer, 'delivery'> & { hasMailServer: boolean }) {
  const { color, text } = describeDelivery(delivery, hasMailServer)
  return <Badge color={color}>{text}</Badge>
}
