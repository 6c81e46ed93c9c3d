import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { formatAdminMoney } from '@shop/contract/money'
import { CHANNEL_LABELS } from '@shop/contract/orders/admin-values'
import type { ImportedOrder, ImportPreview } from '@shop/contract/orders/import'
import { plural } from '@shop/contract/text/plural'
import { useState } from 'react'
import { formatOrderNumber } from '../../ui/format.ts'
import { Hint, QuietButton, Section } from '../../ui/page.tsx'
import { formatDay } from '../../ui/time.ts'
import { problemText } from './import-columns.tsx'

type ImportOrdersProps = {
  preview: ImportPreview
  isPending: boolean
  onImport: (rightZips: number[]) => void
  onBack: () => void
}

export function ImportOrders({ preview, isPending, onImport, onBack }: ImportOrdersProps) {
  const { order_count, problem_count, questions } = preview
  // By its words: with other columns a row has another question.
  const [right, setRight] = useState<readonly string[]>([])
  const isRight = (question: Question) => right.includes(problemText(question))
  const label = `Import ${plural(order_count, 'one order', `${order_count} orders`)}`
  return (
    <>
      {problem_count > 0 ? <Problems preview={preview} /> : <Orders preview={preview} />}
      {problem_count === 0 && questions.length > 0 && (
        <Questions questions={questions} isRight={isRight} onChange={setRight} />
      )}
      {problem_count === 0 && preview.notes.length > 0 && <Notes preview={preview} />}
      <Group>
        <QuietButton onClick={onBack}>Back to the spreadsheet</QuietButton>
        {problem_count === 0 && (
          <Button
            loading={isPending}
            disabled={!questions.every(isRight)}
            onClick={() => onImport(questions.map(({ row }) => row))}
          >
            {label}
          </Button>
        )}
      </Group>
    </>
  )
}

function Problems({ preview: { problems, problem_count } }: { preview: ImportPreview }) {
  const more = problem_count - problems.length
  return (
    <Section title={plural(problem_count, 'One problem', `${problem_count} problems`)}>
      <Text mb="sm">Nothing is imported yet. Match the columns, or fix the spreadsheet and paste it again.</Text>
      <Stack component="ul" gap={4} pl="md" m={0}>
        {problems.map((problem) => (
          <li key={`${problem.row} ${problem.field} ${problem.message}`}>{problemText(problem)}</li>
        ))}
      </Stack>
      {more > 0 && <Text mt="sm">And {more} more.</Text>}
    </Section>
  )
}

function Orders({ preview: { orders, order_count, item_count } }: { preview: ImportPreview }) {
  const more = order_count - orders.length
  return (
    <Section title="What will be imported">
      <Text mb="sm">
        {plural(order_count, 'One order', `${order_count} orders`)} with{' '}
        {plural(item_count, 'one item', `${item_count} items`)}.
      </Text>
      <Stack component="ul" gap="md" p={0} m={0} className="anywhere" style={{ listStyle: 'none' }}>
        {orders.map((order) => (
          <OrderLine key={order.order_id} order={order} />
        ))}
      </Stack>
      {more > 0 && <Text mt="md">And {more} more.</Text>}
    </Section>
  )
}

type Question = ImportPreview['questions'][number]
type QuestionsProps = {
  questions: readonly Question[]
  isRight: (question: Question) => boolean
  onChange: (right: string[]) => void
}

/** ZIP codes that do not look like ones of their state: each is right, or the spreadsheet has to be fixed. */
function Questions({ questions, isRight, onChange }: QuestionsProps) {
  const right = questions.filter(isRight)
  const set = (list: readonly Question[]) => onChange(list.map(problemText))
  return (
    <Section title="Are these ZIP codes right?">
      <Text mb="sm">Check each one that is right. Fix the others in the spreadsheet, and paste it again.</Text>
      <Stack gap="sm" className="anywhere">
        {questions.length > 1 && (
          <Checkbox
            label="All of them are right"
            checked={right.length === questions.length}
            indeterminate={right.length > 0 && right.length < questions.length}
            onChange={(event) => set(event.currentTarget.checked ? questions : [])}
          />
        )}
        {questions.map((question) => (
          <Checkbox
            key={problemText(question)}
            label={problemText(question)}
            checked={isRight(question)}
            onChange={(event) =>
              set(event.currentTarget.checked ? [...right, question] : right.filter((one) => one !== question))
            }
          />
        ))}
      </Stack>
    </Section>
  )
}

/** Rows that are left out, or stored differently than in the spreadsheet. */
function Notes({ preview: { notes, note_count } }: { preview: ImportPreview }) {
  const more = note_count - notes.length
  return (
    <Section title="Please check">
      <Stack component="ul" gap={4} pl="md" m={0} className="anywhere">
        {notes.map(({ row, message }) => (
          <li key={`${row} ${message}`}>
            Row {row}: {message}
          </li>
        ))}
      </Stack>
      {more > 0 && <Text mt="sm">And {more} more.</Text>}
    </Section>
  )
}

function OrderLine({ order }: { order: ImportedOrder }) {
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600}>{[formatOrderNumber(order.order_id), order.name].filter((part) => part !== '').join(', ')}</Text>
        <Text>{formatAdminMoney(order.total_cents)}</Text>
      </Group>
      <Hint>
        {[formatDay(order.order_date), order.status, CHANNEL_LABELS[order.channel], order.email]
          .filter((part) => part !== '')
          .join(', ')}
      </Hint>
      {order.delivery_address !== null && <Text fz="sm">{order.delivery_address.replaceAll('\n', ', ')}</Text>}
      <Text fz="sm">{order.items.join('; ')}</Text>
    </li>
  )
}
