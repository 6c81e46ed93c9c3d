import { SegmentedControl } from '@mantine/core'
import { INQUIRY_STATUSES } from '@shop/contract/admin/inquiries'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Loading } from '../ui/loading.tsx'
import { LongList } from '../ui/long-list.tsx'
import { Page } from '../ui/page.tsx'
import { type InquiryStatus, inquiriesQuery } from './inquiries.queries.ts'
import { InquiryRow } from './inquiry-row.tsx'

const LABELS: Readonly<Record<InquiryStatus, string>> = { open: 'Open', answered: 'Answered', spam: 'Spam', all: 'All' }

const EMPTY: Readonly<Record<InquiryStatus, string>> = {
  open: 'No message waits for an answer.',
  answered: 'No message has been answered yet.',
  spam: 'Nothing looks like spam.',
  all: 'Nobody has written yet.',
}

/** Loads the page's code and its list in parallel. */
export function inquiriesRoute(queryClient: QueryClient) {
  return {
    Component: InquiriesPage,
    loader: ({ request }: LoaderFunctionArgs) => {
      void queryClient.prefetchInfiniteQuery(inquiriesQuery(statusOf(new URL(request.url).searchParams)))
      return null
    },
  }
}

function InquiriesPage() {
  const [search, setSearch] = useSearchParams()
  const status = statusOf(search)
  return (
    <Page title="Inquiries">
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label="Which inquiries"
        data={INQUIRY_STATUSES.map((value) => ({ value, label: LABELS[value] }))}
        value={status}
        onChange={(value) => setSearch(value === 'open' ? {} : { status: value }, { replace: true })}
      />
      <InquiryList key={status} status={status} />
    </Page>
  )
}

function InquiryList({ status }: { status: InquiryStatus }) {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    inquiriesQuery(status),
  )
  const inquiries = data?.pages.flatMap((page) => page.inquiries) ?? []
  if (isPending) return <Loading label="Loading inquiries" />
  if (error !== null && inquiries.length === 0) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (inquiries.length === 0) return <EmptyState text={EMPTY[status]} />
  return (
    <LongList
      label={`${LABELS[status]} inquiries`}
      rows={inquiries}
      keyOf={({ message_id }) => message_id}
      estimatedHeight={120}
      more={hasNextPage && !isFetchingNextPage && error === null ? () => void fetchNextPage() : null}
      isLoadingMore={isFetchingNextPage}
    >
      {(inquiry) => <InquiryRow inquiry={inquiry} />}
    </LongList>
  )
}

function statusOf(search: URLSearchParams): InquiryStatus {
  const wanted = search.get('status')
  return INQUIRY_STATUSES.find((status) => status === wanted) ?? 'open'
}
