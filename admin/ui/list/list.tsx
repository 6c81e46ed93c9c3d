import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { EmptyState, ErrorState, Loading } from '../states.tsx'
import classes from './list.module.css'

type Pages<Page> = Pick<
  UseInfiniteQueryResult<InfiniteData<Page, unknown>>,
  'data' | 'error' | 'isPending' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>

type PagedListProps<Page, Row> = Omit<LongListProps<Row>, 'rows' | 'more' | 'isLoadingMore'> & {
  query: Pages<Page>
  rowsOf: (page: Page) => readonly Row[]
  /** For screen readers while nothing is there yet. */
  loading: string
  /** The text shown without rows. */
  empty: string
}

/** The rows of a query that loads page after page; without any, that they are loading, why that failed, or that there are none. */
export function PagedList<Page, Row>({ query, rowsOf, loading, empty, ...list }: PagedListProps<Page, Row>): ReactNode {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = data?.pages.flatMap(rowsOf) ?? []
  if (isPending) return <Loading label={loading} />
  if (error !== null && rows.length === 0) return <ErrorState error={error} />
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

/** Rows rendered beyond the window, so fast scrolling shows no gaps. */
const OVERSCAN_ROWS = 8

export type LongListProps<Row> = {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  /** Estimate in pixels; real heights are measured. */
  estimatedHeight: number
  /** Loads the next page; `null` when there is none or it is being loaded. */
  more?: (() => void) | null
  isLoadingMore?: boolean
  children: (row: Row) => ReactNode
}

/**
 * A virtual list of any length that loads the next page before its end is reached. Screen readers get the number of
 * known rows and each row's position.
 */
export function LongList<Row>({
  label,
  rows,
  keyOf,
  estimatedHeight,
  more = null,
  isLoadingMore = false,
  children,
}: LongListProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [])
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimatedHeight,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
  })
  const shown = virtualizer.getVirtualItems()
  const isNearEnd = (shown.at(-1)?.index ?? 0) >= rows.length - OVERSCAN_ROWS
  useEffect(() => {
    if (isNearEnd) more?.()
  }, [isNearEnd, more])
  return (
    <>
      <ul ref={list} className={classes.list} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {shown.map(({ key, index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={more === null && !isLoadingMore ? rows.length : -1}
              aria-posinset={index + 1}
              className={classes.row}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {children(row)}
            </li>
          )
        })}
      </ul>
      {isLoadingMore && <Loading label="Loading more" />}
    </>
  )
}
