import { Select, TextInput } from '@mantine/core'
import { adminAudit, COMMAND_ACTOR } from '@shop/contract/audit/admin'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { call } from '../app/call.ts'
import { queryClient } from '../app/query-client.ts'
import { useListAddress } from '../app/use-list-address.ts'
import { typed } from '../ui/form.tsx'
import { PagedList } from '../ui/list/list.tsx'
import { Page, QuietButton } from '../ui/page.tsx'
import { timesOfDay } from '../ui/time.ts'
import classes from './audit-page.module.css'
import { AuditRow } from './audit-row.tsx'
import { personOf } from './describe-change.ts'

export { AuditPage as Component }

export const loader = ({ request }: LoaderFunctionArgs) =>
  void queryClient.prefetchInfiniteQuery(auditQuery(filterOf(new URL(request.url).searchParams)))

function AuditPage() {
  const { params, set } = useListAddress()
  const filter = filterOf(params)
  const changes = useInfiniteQuery(auditQuery(filter))
  const people = [...new Set([...(changes.data?.pages[0]?.people ?? []), COMMAND_ACTOR])]
  return (
    <Page title="Changes">
      <div className={classes.filters}>
        <TextInput type="date" label="Day" {...typed(filter.day, (day) => set({ day }))} />
        <Select
          label="By"
          placeholder="Everyone"
          clearable
          clearButtonProps={{ 'aria-label': 'Show changes by everyone' }}
          data={people.map((person) => ({ value: person, label: personOf(person) }))}
          value={filter.actor === '' ? null : filter.actor}
          onChange={(actor) => set({ actor })}
        />
        {(filter.day !== '' || filter.actor !== '') && (
          <QuietButton onClick={() => set({ day: null, actor: null })}>Show all</QuietButton>
        )}
      </div>
      <PagedList
        query={changes}
        rowsOf={({ entries }) => entries}
        loading="Loading changes"
        empty="No changes."
        label="Changes, newest first"
        keyOf={({ id }) => id}
        estimatedHeight={140}
      >
        {(entry) => <AuditRow entry={entry} />}
      </PagedList>
    </Page>
  )
}

function filterOf(search: URLSearchParams): AuditFilter {
  const day = search.get('day') ?? ''
  return { day: timesOfDay(day) === null ? '' : day, actor: search.get('actor') ?? '' }
}

/** Empty strings mean no filter. */
export type AuditFilter = { day: string; actor: string }

export const auditQuery = ({ day, actor }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', day, actor],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === 0 ? undefined : pageParam
      return call(adminAudit.listAudit, { query: { ...timesOfDay(day), actor: actor || undefined, before } }, signal)
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
