import { Button, Stack, Text, Textarea } from '@mantine/core'
import { ANSWER_LENGTH, answerInquiryEndpoint, type Inquiry } from '@shop/contract/admin/contact'
import { Send } from 'lucide-react'
import { AdminCallError } from '../app/call.ts'
import { useChange } from '../app/use-change.ts'
import type { Draft } from '../app/use-draft.ts'
import { messageOf } from '../ui/error-state.tsx'
import { FailureLine } from '../ui/failure-line.tsx'
import { linesHigh } from '../ui/lines-high.ts'
import { Section } from '../ui/section.tsx'

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
  /** How many answers stand above the form: another one meanwhile is shown before this one is sent. */
  seenAnswers: number
  belowAnswer: string
  canBeAnswered: boolean
  hasMailServer: boolean
}) {
  const { message_id: id, email } = inquiry
  const { change, isPending, error } = useChange(answerInquiryEndpoint, {
    done: hasMailServer
      ? 'The answer is on its way. Undo withdraws it within ten seconds'
      : 'The answer waits for a mail server',
    refreshes: [['inquiries']],
    draft: { ...draft, isRestored: true },
    showsError: true,
  })
  if (!canBeAnswered) {
    return (
      <Section title="Answer">
        <Text>
          {email} is no e-mail address that a mail could reach. If you find out how to reach {inquiry.first_name}, mark
          the message as answered afterwards.
        </Text>
      </Section>
    )
  }
  const fieldError = error instanceof AdminCallError ? error.fields.text : undefined
  return (
    <Section title="Answer">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) change({ params: { id }, body: { text, seen_answers: seenAnswers } })
        }}
      >
        <Stack gap="sm">
          <FailureLine text={error === null || fieldError !== undefined ? null : messageOf(error)} />
          <Textarea
            label={`Your answer to ${email}`}
            styles={{ input: linesHigh(5) }}
            maxLength={ANSWER_LENGTH}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            error={fieldError}
          />
          <div>
            <Text fz="sm" c="dimmed">
              Below it the mail says:
            </Text>
            <Text fz="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {belowAnswer.trim()}
            </Text>
          </div>
          <Button type="submit" leftSection={<Send aria-hidden size={18} />} loading={isPending}>
            Send the answer
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
