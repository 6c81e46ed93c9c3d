import { Button, Group, Select, TextInput } from '@mantine/core'
import { COMMAND_ACTOR } from '@shop/contract/admin/audit'
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Loading } from '../ui/loading.tsx'
import { LongList } from '../ui/long-list.tsx'
import { Page } from '../ui/page.tsx'
import { type AuditFilter, auditQuery } from './audit.queries.ts'
import { AuditRow } from './audit-row.tsx'
import { personOf } from './describe-change.ts'
import { timesOfDay } from './times-of-day.ts'

/** Loads the page's code and its list in parallel. */
export function auditRoute(queryClient: QueryClient) {
  return {
    Component: AuditPage,
    loader: ({ request }: LoaderFunctionArgs) => {
      void queryClient.prefetchInfiniteQuery(auditQuery(filterOf(new URL(request.url).searchParams)))
      return null
    },
  }
}

/** All changes of the shop by day and user; each can be undone. */
function AuditPage() {
  const [search, setSearch] = useSearchParams()
  const filter = filterOf(search)
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    auditQuery(filter),
  )
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  const people = [...new Set([...(data?.pages[0]?.people ?? []), COMMAND_ACTOR])]
  const choose = (chosen: Partial<AuditFilter>) => {
    const wanted = Object.entries({ ...filter, ...chosen }).filter(([, value]) => value !== '')
    setSearch(Object.fromEntries(wanted), { replace: true })
  }
  return (
    <Page title="Changes">
      <Group gap="sm" mb="md" align="end">
        <TextInput
          type="date"
          label="Day"
          value={filter.day}
          onChange={({ currentTarget }) => choose({ day: currentTarget.value })}
        />
        <Select
          label="By"
          placeholder="Everybody"
          clearable
          clearButtonProps={{ 'aria-label': 'Show the changes of everybody' }}
          data={people.map((person) => ({ value: person, label: personOf(person) }))}
          value={filter.actor === '' ? null : filter.actor}
          onChange={(actor) => choose({ actor: actor ?? '' })}
        />
        {(filter.day !== '' || filter.actor !== '') && (
          <Button variant="default" onClick={() => choose({ day: '', actor: '' })}>
            Show all
          </Button>
        )}
      </Group>
      {isPending && <Loading label="Loading changes" />}
      {error !== null && entries.length === 0 && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && entries.length === 0 && <EmptyState text="Nothing was changed." />}
      {entries.length > 0 && (
        <LongList
          label="Changes, newest first"
          rows={entries}
          keyOf={({ id }) => id}
          estimatedHeight={140}
          more={hasNextPage && !isFetchingNextPage && error === null ? () => void fetchNextPage() : null}
          isLoadingMore={isFetchingNextPage}
        >
          {(entry) => <AuditRow entry={entry} />}
        </LongList>
      )}
    </Page>
  )
}

function filterOf(search: URLSearchParams): AuditFilter {
  const day = search.get('day') ?? ''
  return { day: timesOfDay(day) === null ? '' : day, actor: search.get('actor') ?? '' }
}
