import type { getInquiryEndpoint } from '@shop/contract/admin/contact'
import type { ResultOf } from '@shop/contract/endpoint'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useDraft } from '../app/use-draft.ts'
import { BackLink } from '../ui/back-link.tsx'
import { Columns } from '../ui/columns.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AnswerList } from './answer-list.tsx'
import { inquiryQuery } from './contact.queries.ts'
import { InquiryMarks } from './inquiry-marks.tsx'
import { InquiryMessage } from './inquiry-message.tsx'

/** The page, and its message on its way before the page is drawn. */
export function inquiryRoute(queryClient: QueryClient) {
  return {
    Component: InquiryPage,
    loader: ({ params }: LoaderFunctionArgs) => {
      void queryClient.prefetchQuery(inquiryQuery(params.id ?? ''))
      return null
    },
  }
}

/** A message, the answers to it, and a new answer. */
function InquiryPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(inquiryQuery(id))
  if (data === undefined) {
    return (
      <Page title="Inquiry">
        <BackLink to="/inquiries">All inquiries</BackLink>
        {error === null ? (
          <Loading label="Loading the message" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  }
  return <Thread key={id} thread={data} />
}

function Thread({ thread }: { thread: ResultOf<typeof getInquiryEndpoint> }) {
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
