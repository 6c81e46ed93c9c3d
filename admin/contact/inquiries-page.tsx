import { SegmentedControl, Text, TextInput } from '@mantine/core'
import { INQUIRY_STATUSES, type Inquiry, type InquiryStatus, inquiriesFile } from '@shop/contract/contact/admin'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { queryClient } from '../app/query-client.ts'
import { useListAddress } from '../app/use-list-address.ts'
import { DownloadButton } from '../ui/download-button.tsx'
import { PagedList } from '../ui/list/list.tsx'
import { Page } from '../ui/page.tsx'
import { formatTime } from '../ui/time.ts'
import { inquiriesQuery } from './contact.queries.ts'
import classes from './inquiries-page.module.css'
import { InquiryState } from './time-left.tsx'

const STATUS_LABELS: Readonly<Record<InquiryStatus, string>> = {
  open: 'Open',
  answered: 'Answered',
  spam: 'Spam',
  all: 'All',
}

const EMPTY_MESSAGES: Readonly<Record<InquiryStatus, string>> = {
  open: 'No messages to answer.',
  answered: 'No messages have been answered yet.',
  spam: 'Nothing looks like spam.',
  all: 'No messages yet.',
}

type Filter = { status: InquiryStatus; search: string }

export { InquiriesPage as Component }

export function loader({ request }: LoaderFunctionArgs) {
  const { status, search } = filterOf(new URL(request.url).searchParams)
  void queryClient.prefetchInfiniteQuery(inquiriesQuery(status, search))
}

function InquiriesPage() {
  const { params, set, setLater, fieldKey } = useListAddress()
  const filter = filterOf(params)
  return (
    <Page
      title="Inquiries"
      actions={<DownloadButton file={inquiriesFile} query={{ status: filter.status }} label="Export CSV" />}
    >
      <TextInput
        type="search"
        label="Find"
        placeholder="Name, email or text"
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
        data={INQUIRY_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
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
      empty={search === '' ? EMPTY_MESSAGES[status] : 'No messages match.'}
      label={`${STATUS_LABELS[status]} inquiries`}
      keyOf={({ message_id }) => message_id}
      estimatedHeight={120}
    >
      {(inquiry) => <InquiryRow inquiry={inquiry} />}
    </PagedList>
  )
}

function filterOf(params: URLSearchParams): Filter {
  const wanted = params.get('status')
  return {
    status: INQUIRY_STATUSES.find((status) => status === wanted) ?? 'open',
    search: params.get('search')?.slice(0, 200) ?? '',
  }
}

/** An inquiry in the list: a card on phones, a row with columns from 768 px. */
export function InquiryRow({ inquiry }: { inquiry: Inquiry }) {
  const { message_id, first_name, last_name, reason, reference, message, received_at } = inquiry
  return (
    <article className={classes.row}>
      <Text fw={600} className={classes.who}>
        <Link to={`/inquiries/${message_id}`} className={classes.link ?? ''}>
          {first_name} {last_name}
        </Link>
      </Text>
      <Text c="dimmed" fz="sm" component="time" dateTime={received_at} className={classes.when}>
        {formatTime(received_at)}
      </Text>
      <Text fz="sm" className={classes.about}>
        {reason}
        {reference !== '' && `: ${reference}`}
      </Text>
      <Text lineClamp={2} className={classes.text}>
        {message}
      </Text>
      <div className={classes.state}>
        <InquiryState inquiry={inquiry} />
      </div>
    </article>
  )
}
