import { Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { adminAudit } from '@shop/contract/audit/admin'
import { ANSWER_LENGTH, adminContact, type Inquiry, type InquiryAnswer } from '@shop/contract/contact/admin'
import { Send } from 'lucide-react'
import { AdminCallError } from '../app/call.ts'
import { useChange } from '../app/changes/use-change.ts'
import type { Draft } from '../app/use-draft.ts'
import { describeDelivery, MailError, onItsWay, SendAgain } from '../mail/mail-state.tsx'
import { Form, linesHigh, typed } from '../ui/form.tsx'
import { Hint, Section } from '../ui/page.tsx'
import { FailureLine, messageOf } from '../ui/states.tsx'
import { formatTime } from '../ui/time.ts'

type Thread = {
  inquiryId: string
  hasMailServer: boolean
  /** Where the words of an answer go that is undone. */
  draft: Draft
}

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
  const undo = useChange(adminAudit.undoChange, {
    done: 'Undone',
    refreshes: [['inquiries']],
    restores: { name: draft.name, text: answer.text },
  })
  return (
    <Section title={`Answer ${number}, ${formatTime(answer.answered_at)}`}>
      <Group gap="sm" mb="sm">
        <DeliveryBadge delivery={answer.delivery} hasMailServer={hasMailServer} />
        <Hint>{answer.author}</Hint>
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
      <Text className="written">{answer.text}</Text>
      {answer.delivery_error !== null && (
        <Group gap="sm" mt="sm">
          <MailError
            code={answer.delivery_error}
            more={answer.delivery === 'waiting' && hasMailServer ? 'We’ll try again automatically.' : ''}
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

/** Writes an answer, which leaves as a mail ten seconds later; what is half written stays in this browser. */
export function AnswerForm({
  inquiry,
  draft: { text, setText, draft },
  seenAnswers,
  belowAnswer,
  canBeAnswered,
  hasMailServer,
}: {
  inquiry: Inquiry
  draft: Draft
  /** How many answers stand above the form: another one in the meantime is shown before this one is sent. */
  seenAnswers: number
  belowAnswer: string
  canBeAnswered: boolean
  hasMailServer: boolean
}) {
  const { message_id: id, email } = inquiry
  const { change, isPending, error } = useChange(adminContact.answerInquiry, {
    done: hasMailServer ? onItsWay('The answer') : 'The answer will be sent once an email server is set up',
    refreshes: [['inquiries']],
    draft: { ...draft, isRestored: true },
    showsError: true,
  })
  if (!canBeAnswered) {
    return (
      <Section title="Answer">
        <Text>
          {email} is not an email address we can reach. If you find another way to reach {inquiry.first_name}, mark the
          message as answered afterwards.
        </Text>
      </Section>
    )
  }
  const fieldError = error instanceof AdminCallError ? error.fields.text : undefined
  return (
    <Section title="Answer">
      <Form onSubmit={() => isPending || change({ params: { id }, body: { text, seen_answers: seenAnswers } })}>
        <Stack gap="sm">
          <FailureLine text={error === null || fieldError !== undefined ? null : messageOf(error)} />
          <Textarea
            label={`Your answer to ${email}`}
            styles={{ input: linesHigh(5) }}
            maxLength={ANSWER_LENGTH}
            {...typed(text, setText)}
            error={fieldError}
          />
          <div>
            <Hint>The email ends with:</Hint>
            <Text fz="sm" className="written">
              {belowAnswer.trim()}
            </Text>
          </div>
          <Button type="submit" leftSection={<Send aria-hidden size={18} />} loading={isPending}>
            Send the answer
          </Button>
        </Stack>
      </Form>
    </Section>
  )
}
