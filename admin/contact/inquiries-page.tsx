import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { exportInquiriesEndpoint, INQUIRY_STATUSES, type InquiryStatus } from '@shop/contract/admin/contact'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { Download, Search } from 'lucide-react'
import type { LoaderFunctionArgs } from 'react-router'
import { call } from '../app/call.ts'
import { useListAddress } from '../app/use-list-address.ts'
import { FailureLine } from '../ui/failure-line.tsx'
import { Page } from '../ui/page.tsx'
import { PagedList } from '../ui/paged-list.tsx'
import { saveFile } from '../ui/save-file.ts'
import { usePlainCall } from '../ui/use-plain-call.ts'
import { inquiriesQuery } from './contact.queries.ts'
import { InquiryRow } from './inquiry-row.tsx'

const LABELS: Readonly<Record<InquiryStatus, string>> = { open: 'Open', answered: 'Answered', spam: 'Spam', all: 'All' }

const EMPTY: Readonly<Record<InquiryStatus, string>> = {
  open: 'No message waits for an answer.',
  answered: 'No message has been answered yet.',
  spam: 'Nothing looks like spam.',
  all: 'Nobody has written yet.',
}

type Filter = { status: InquiryStatus; search: string }

/** The page; its list is requested before the page is drawn. */
export function inquiriesRoute(queryClient: QueryClient) {
  return {
    Component: InquiriesPage,
    loader: ({ request }: LoaderFunctionArgs) => {
      const { status, search } = filterOf(new URL(request.url).searchParams)
      void queryClient.prefetchInfiniteQuery(inquiriesQuery(status, search))
      return null
    },
  }
}

function InquiriesPage() {
  const { params, set, setLater, fieldKey } = useListAddress()
  const filter = filterOf(params)
  return (
    <Page title="Inquiries" actions={<ExportButton status={filter.status} />}>
      <TextInput
        type="search"
        label="Find"
        placeholder="Name, e-mail or text"
        leftSection={<Search aria-hidden size={18} />}
        mb="sm"
        key={fieldKey}
        defaultValue={filter.search}
        onChange={({ currentTarget }) => setLater({ search: currentTarget.value })}
        maxLength={200}
      />
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label="Which inquiries"
        data={INQUIRY_STATUSES.map((value) => ({ value, label: LABELS[value] }))}
        value={filter.status}
        onChange={(status) => set({ status: status === 'open' ? null : status })}
      />
      <InquiryList key={filter.status} {...filter} />
    </Page>
  )
}

function InquiryList({ status, search }: Filter) {
  return (
    <PagedList
      query={useInfiniteQuery(inquiriesQuery(status, search))}
      rowsOf={({ inquiries }) => inquiries}
      loading="Loading inquiries"
      empty={search === '' ? EMPTY[status] : 'No message holds this text.'}
      label={`${LABELS[status]} inquiries`}
      keyOf={({ message_id }) => message_id}
      estimatedHeight={120}
    >
      {(inquiry) => <InquiryRow inquiry={inquiry} />}
    </PagedList>
  )
}

function ExportButton({ status }: { status: InquiryStatus }) {
  const { press, isPending, failure } = usePlainCall(
    () => call(exportInquiriesEndpoint, { query: { status } }),
    ({ csv }) => saveFile(`inquiries-${status}.csv`, 'text/csv', csv),
  )
  return (
    <Group gap="sm">
      <FailureLine text={failure} />
      <Button
        variant="default"
        leftSection={<Download aria-hidden size={18} />}
        loading={isPending}
        onClick={() => press()}
      >
        Export CSV
      </Button>
    </Group>
  )
}

function filterOf(params: URLSearchParams): Filter {
  const wanted = params.get('status')
  return {
    status: INQUIRY_STATUSES.find((status) => status === wanted) ?? 'open',
    search: params.get('search')?.slice(0, 200) ?? '',
  }
}
