import { Stack, Switch, Textarea, TextInput } from '@mantine/core'
import {
  ANSWER_LENGTHS,
  answerDefaults,
  type EditedAnswer,
  type EditedLine,
  type LineQuestion,
  MAX_ANSWERS,
} from '@shop/contract/catalog/lines'
import { linesHigh, typed } from '../ui/form.tsx'
import { Hint, Section } from '../ui/page.tsx'
import { FailureLine } from '../ui/states.tsx'

const NO_WORDS: EditedAnswer = { label: '', hint: '', reason: null }

type AnswerSectionProps = {
  line: Pick<EditedLine, 'line' | 'words' | 'text' | 'answer'>
  question: LineQuestion
  /** The labels of all answers that lead to the saved line. */
  present: readonly string[]
  failure: string | null
  onChange: (answer: EditedAnswer | null) => void
}

/** The answer of the quiz that leads to the line, or none. What is empty says what the line says. */
export function AnswerSection({ line, question, present, failure, onChange }: AnswerSectionProps) {
  const { answer } = line
  const own = answerDefaults({ ...line, line: line.line.trim() })
  const isFull = question.answers >= MAX_ANSWERS && present.length === 0
  return (
    <Section title="Quiz">
      <Stack gap="md">
        <Switch
          label="Quiz answer"
          description={
            isFull
              ? `"${question.question}" has ${question.answers} answers, and can have ${MAX_ANSWERS}. Remove one first.`
              : `Under "${question.question}", and shown once the line has products in the shop.`
          }
          checked={answer !== null}
          disabled={isFull && answer === null}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? NO_WORDS : null)}
        />
        {present.length > 1 && (
          <Hint>
            {`${present.length} answers lead to this line: ${present.join(', ')}. You can change the first one here. The switch removes them all.`}
          </Hint>
        )}
        {answer !== null && (
          <>
            <TextInput
              label="Answer"
              description="What shoppers choose. Leave empty to use the line’s name."
              placeholder={own.label}
              maxLength={ANSWER_LENGTHS.label}
              error={failure}
              {...typed(answer.label, (label) => onChange({ ...answer, label }))}
            />
            <TextInput
              label="Text below the answer"
              description="Leave empty to use the line’s own text."
              placeholder={line.line.trim() === '' ? '' : own.hint}
              maxLength={ANSWER_LENGTHS.hint}
              {...typed(answer.hint, (hint) => onChange({ ...answer, hint }))}
            />
            <Textarea
              label="Why the quiz recommends it"
              description='Completes "We picked it because …", such as "your days move between home and work". Leave empty for none.'
              maxLength={ANSWER_LENGTHS.reason}
              styles={{ input: linesHigh(2) }}
              {...typed(answer.reason ?? '', (reason) =>
                onChange({ ...answer, reason: reason === '' ? null : reason }),
              )}
            />
          </>
        )}
        {answer === null && <FailureLine text={failure} />}
      </Stack>
    </Section>
  )
}
