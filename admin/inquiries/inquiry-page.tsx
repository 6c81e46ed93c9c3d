import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { BackLink } from '../ui/back-link.tsx'
import { Columns } from '../ui/columns.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AnswerList } from './answer-list.tsx'
import { inquiryQuery } from './inquiries.queries.ts'
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
        {error === null ? (
          <Loading label="Loading the message" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  }
  const { inquiry, answers, below_answer, can_be_answered, has_mail_server } = data
  return (
    <Page title={`${inquiry.first_name} ${inquiry.last_name}`}>
      <BackLink to="/inquiries">All inquiries</BackLink>
      <Columns
        left={
          <>
            <InquiryMessage inquiry={inquiry} />
            <AnswerList inquiryId={id} answers={answers} hasMailServer={has_mail_server} />
            <InquiryMarks inquiry={inquiry} />
          </>
        }
        right={
          <AnswerForm
            key={id}
            inquiry={inquiry}
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
