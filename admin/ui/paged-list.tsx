import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { Loading } from './loading.tsx'
import { LongList, type LongListProps } from './long-list.tsx'

type Pages<Page> = Pick<
  UseInfiniteQueryResult<InfiniteData<Page, unknown>>,
  'data' | 'error' | 'isPending' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

type PagedListProps<Page, Row> = Omit<LongListProps<Row>, 'rows' | 'more' | 'isLoadingMore'> & {
  query: Pages<Page>
  rowsOf: (page: Page) => readonly Row[]
  /** For screen readers while nothing is there yet. */
  loading: string
  /** What is said when there are no rows. */
  empty: string
}

/** The rows of a query that loads page after page; without any, that they are loading, why that failed, or that there are none. */
export function PagedList<Page, Row>({ query, rowsOf, loading, empty, ...list }: PagedListProps<Page, Row>): ReactNode {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = data?.pages.flatMap(rowsOf) ?? []
  if (isPending) return <Loading label={loading} />
  if (error !== null && rows.length === 0) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (rows.length === 0) return <EmptyState text={empty} />
  return (
    <LongList
      {...list}
      rows={rows}
      more={hasNextPage && !isFetchingNextPage && error === null ? () => void fetchNextPage() : null}
      isLoadingMore={isFetchingNextPage}
    />
  )
}
