import { Anchor, Group, Text } from '@mantine/core'
import { adminContact, type Inquiry, type InquiryMark } from '@shop/contract/contact/admin'
import type { ResultOf } from '@shop/contract/http/call'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useChange } from '../app/changes/use-change.ts'
import { queryClient } from '../app/query-client.ts'
import { useDraft } from '../app/use-draft.ts'
import { confirmOnce } from '../ui/dialog.tsx'
import { BackLink, Buttons, Columns, Hint, LoadedPage, Page, QuietButton, Section } from '../ui/page.tsx'
import { formatTime } from '../ui/time.ts'
import { AnswerForm, AnswerList } from './answers.tsx'
import { inquiryQuery } from './contact.queries.ts'
import { InquiryState } from './time-left.tsx'

export { InquiryPage as Component }

export const loader = ({ params }: LoaderFunctionArgs) => void queryClient.prefetchQuery(inquiryQuery(params.id ?? ''))

function InquiryPage() {
  const { id = '' } = useParams()
  return (
    <LoadedPage
      title="Inquiry"
      back={<BackLink to="/inquiries">All inquiries</BackLink>}
      query={useQuery(inquiryQuery(id))}
      label="Loading the message"
    >
      {(thread) => <Thread key={id} thread={thread} />}
    </LoadedPage>
  )
}

function Thread({ thread }: { thread: ResultOf<typeof adminContact.getInquiry> }) {
  const { inquiry, answers, below_answer, can_be_answered, has_mail_server } = thread
  const draft = useDraft(`answer-${inquiry.message_id}`)
  return (
    <Page title={`${inquiry.first_name} ${inquiry.last_name}`}>
      <BackLink to="/inquiries">All inquiries</BackLink>
      <Columns
        left={
          <>
            <InquiryMessage inquiry={inquiry} />
            <AnswerList
              inquiryId={inquiry.message_id}
              answers={answers}
              hasMailServer={has_mail_server}
              draft={draft}
            />
            <InquiryMarks inquiry={inquiry} hasDraft={draft.text.trim() !== ''} />
          </>
        }
        right={
          <AnswerForm
            inquiry={inquiry}
            draft={draft}
            seenAnswers={answers.length}
            belowAnswer={below_answer}
            canBeAnswered={can_be_answered}
            hasMailServer={has_mail_server}
          />
        }
      />
    </Page>
  )
}

export function InquiryMessage({ inquiry }: { inquiry: Inquiry }) {
  const { email, reason, reference, message, received_at } = inquiry
  return (
    <Section title={reference === '' ? reason : `${reason}: ${reference}`}>
      <Group gap="sm" mb="sm">
        <InquiryState inquiry={inquiry} />
        <Hint>
          <time dateTime={received_at}>{formatTime(received_at)}</time>
        </Hint>
        <Anchor href={`mailto:${encodeURIComponent(email)}`} fz="sm" className="anywhere">
          {email}
        </Anchor>
      </Group>
      <Text className="written">{message}</Text>
    </Section>
  )
}

const DONE_MESSAGES: Readonly<Record<InquiryMark, string>> = {
  answered: 'Marked as answered',
  open: 'Marked as not answered',
  spam: 'Marked as spam',
  genuine: 'Marked as not spam',
}

/** Marks without a mail: answered elsewhere, or spam. A person who has typed an answer is asked before it counts as answered. */
export function InquiryMarks({ inquiry, hasDraft }: { inquiry: Inquiry; hasDraft: boolean }) {
  const { message_id: id, answered_at, probable_spam } = inquiry
  const { change } = useChange(adminContact.markInquiry, {
    done: ({ body }) => DONE_MESSAGES[body.mark],
    refreshes: [['inquiries']],
    isRepeatable: true,
    applyOptimistically: (queryClient, { body }) =>
      queryClient.setQueryData(
        inquiryQuery(id).queryKey,
        (seen) => seen && { ...seen, inquiry: { ...seen.inquiry, ...marked(body.mark) } },
      ),
  })
  const mark = (as: InquiryMark) => change({ params: { id }, body: { mark: as } })
  const confirmAnswered = () =>
    confirmOnce({
      title: 'Your answer isn’t sent',
      children: 'Mark the message as answered without it? What you typed stays here.',
      labels: { confirm: 'Mark as answered', cancel: 'Cancel' },
      onConfirm: () => mark('answered'),
    })
  const markOther = () => {
    if (answered_at !== null) mark('open')
    else if (hasDraft) confirmAnswered()
    else mark('answered')
  }
  return (
    <Buttons>
      {!probable_spam && (
        <QuietButton onClick={markOther}>
          {answered_at === null ? 'Mark as answered' : 'Mark as not answered'}
        </QuietButton>
      )}
      <QuietButton onClick={() => mark(probable_spam ? 'genuine' : 'spam')}>
        {probable_spam ? 'Not spam' : 'Mark as spam'}
      </QuietButton>
    </Buttons>
  )
}

function marked(mark: InquiryMark): Partial<Inquiry> {
  if (mark === 'answered') return { answered_at: new Date().toISOString() }
  if (mark === 'open') return { answered_at: null }
  return { probable_spam: mark === 'spam' }
}
